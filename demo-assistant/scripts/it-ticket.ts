import { drawNumber } from '../draws.ts';
import type { Script } from '../script.ts';

export const itTicket: Script = {
  skill: 'IT ticket',
  weight: 11,
  system: 'the service desk',
  apiCalls: [1, 4],
  errorMessages: ['A ticket about this is already open.', 'The service catalogue is in maintenance.'],
  facts: ({ random }) => ({
    ticket: drawNumber(random, 'INC', 7),
    device: random.pick(['ThinkPad T14', 'HP LaserJet 4', 'Zebra TC52', 'Dell U2723']),
    priority: random.pick(['2', '3', '3', '4']),
    office: random.pick(['2.14', '3.07', '1.22', '4.01']),
  }),
  parts: ({ fileKeys }) => ({
    screen: { type: 'filePicker', fileKey: fileKeys.screen, name: 'screen.png' },
  }),
  lines: {
    en: [
      '> My {device} in office {office} has stopped working.',
      'I am sorry to hear that. Can you send me a picture of what it shows?',
      '> [[screen]]',
      'Thank you. Ticket <b>{ticket}</b> with priority {priority} is open. | Somebody will come to office {office}.',
    ],
    et: [
      '> Minu {device} (kabinet {office}) ei tööta enam.',
      'Kahju kuulda. Kas saad saata pildi sellest, mis ekraanil on?',
      '> [[screen]]',
      'Aitäh. Pöördumine <b>{ticket}</b>, prioriteet {priority}, on avatud. | Keegi tuleb kabinetti {office}.',
    ],
    de: [
      '> Mein {device} in Büro {office} geht nicht mehr.',
      'Das tut mir leid. Kannst du mir ein Bild der Anzeige schicken?',
      '> [[screen]]',
      'Danke. Ticket <b>{ticket}</b> mit Priorität {priority} ist offen. | Jemand kommt in Büro {office}.',
    ],
    fi: [
      '> Laitteeni {device} huoneessa {office} ei toimi enää.',
      'Ikävä kuulla. Voitko lähettää kuvan näytöstä?',
      '> [[screen]]',
      'Kiitos. Tiketti <b>{ticket}</b>, kiireellisyys {priority}, on avattu. | Joku tulee huoneeseen {office}.',
    ],
    nl: [
      '> Mijn {device} in kamer {office} doet het niet meer.',
      'Wat vervelend. Kun je een foto van het scherm sturen?',
      '> [[screen]]',
      'Bedankt. Ticket <b>{ticket}</b> met prioriteit {priority} staat open. | Er komt iemand naar kamer {office}.',
    ],
  },
};
