import { writeDate } from '../write-date.ts';
import type { Script } from '../script.ts';

export const leaveRequest: Script = {
  skill: 'Leave request',
  weight: 14,
  system: 'SAP HCM',
  apiCalls: [2, 5],
  isApproved: true,
  errorMessages: ['Not enough quota for absence type 0100.', 'The period collides with an existing absence.'],
  facts: ({ random, day, colleagues }) => {
    const start = random.int(7, 75);
    const days = random.pick([1, 2, 3, 5, 5, 10]);
    return {
      from: writeDate(day, start),
      to: writeDate(day, start + (days > 5 ? 11 : days - 1)),
      days: String(days),
      left: String(days + random.int(1, 16)),
      manager: random.pick(colleagues),
    };
  },
  parts: ({ person }, { from = '', to = '' }) => ({
    form: {
      type: 'formResult',
      username: person.sapId,
      firstname: person.firstName,
      lastname: person.lastName,
      e_mail: person.email,
      reason: `${from} – ${to}`,
    },
  }),
  lines: {
    en: [
      '> I would like to take annual leave from {from} to {to}.',
      'You have <b>{left} days</b> left. | That would be <b>{days}</b> of them. | Shall I send the request to {manager}?',
      '> Yes, please.',
      'This is what I have sent. {manager} will approve it in SAP. [[form]]',
    ],
    et: [
      '> Soovin puhkust {from} kuni {to}.',
      'Sul on alles <b>{left} päeva</b>. | Sellest kuluks <b>{days}</b>. | Kas saadan avalduse kinnitamiseks: {manager}?',
      '> Jah, palun.',
      'Saatsin avalduse teele, kinnitaja on {manager}. [[form]]',
    ],
    de: [
      '> Ich möchte vom {from} bis {to} Urlaub nehmen.',
      'Es sind noch <b>{left} Tage</b> übrig. | Davon wären es <b>{days}</b>. | Soll ich den Antrag an {manager} schicken?',
      '> Ja, bitte.',
      'Das habe ich geschickt, {manager} genehmigt es in SAP. [[form]]',
    ],
    fi: [
      '> Haluaisin pitää lomaa {from}–{to}.',
      'Sinulla on jäljellä <b>{left} päivää</b>. | Tähän kuluisi <b>{days}</b>. | Lähetänkö pyynnön hyväksyttäväksi: {manager}?',
      '> Kyllä kiitos.',
      'Lähetin pyynnön, hyväksyjä on {manager}. [[form]]',
    ],
    nl: [
      '> Ik wil graag vrij van {from} tot en met {to}.',
      'Je hebt nog <b>{left} dagen</b>. | Dit kost er <b>{days}</b>. | Zal ik de aanvraag naar {manager} sturen?',
      '> Ja, graag.',
      'Dit heb ik gestuurd; {manager} keurt het goed in SAP. [[form]]',
    ],
  },
};
