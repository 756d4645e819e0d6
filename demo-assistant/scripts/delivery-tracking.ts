import { customers, drawNumber } from '../draws.ts';
import { writeDate } from '../write-date.ts';
import type { Script } from '../script.ts';

export const deliveryTracking: Script = {
  skill: 'Delivery tracking',
  weight: 9,
  system: 'SAP TM',
  apiCalls: [1, 4],
  errorMessages: ['The carrier does not answer.', 'The delivery is not yet picked.'],
  facts: ({ random, day }) => ({
    delivery: drawNumber(random, '0080', 6),
    customer: random.pick(customers),
    place: random.pick(['Klaipėda', 'Hamburg', 'Turku', 'Świnoujście', 'Rotterdam']),
    left: writeDate(day, -random.int(1, 4)),
    arrival: writeDate(day, random.int(0, 5)),
  }),
  parts: () => ({
    map: {
      type: 'picture',
      value: '/demo/delivery-route.svg',
      title: 'Route of the delivery',
      size: '2 kB',
      downloadink: '/demo/delivery-route.svg',
    },
  }),
  lines: {
    en: [
      '> Where is delivery {delivery} for {customer}?',
      'Left on {left} | Last seen in <b>{place}</b> | Expected on <b>{arrival}</b>',
      '> Can I see that on a map?',
      'This is the route: [[map]]',
    ],
    et: [
      '> Kus on saadetis {delivery} ({customer})?',
      'Teele läks {left} | Viimati nähtud: <b>{place}</b> | Kohal <b>{arrival}</b>',
      '> Kas näeb kaardil ka?',
      'Teekond on selline: [[map]]',
    ],
    de: [
      '> Wo ist die Lieferung {delivery} für {customer}?',
      'Abgang am {left} | Zuletzt in <b>{place}</b> | Ankunft am <b>{arrival}</b>',
      '> Kann ich das auf einer Karte sehen?',
      'Das ist die Strecke: [[map]]',
    ],
    fi: [
      '> Missä toimitus {delivery} ({customer}) on?',
      'Lähti {left} | Viimeksi nähty: <b>{place}</b> | Perillä <b>{arrival}</b>',
      '> Näkyykö se kartalla?',
      'Reitti on tämä: [[map]]',
    ],
    nl: [
      '> Waar is levering {delivery} voor {customer}?',
      'Vertrokken op {left} | Laatst gezien in <b>{place}</b> | Verwacht op <b>{arrival}</b>',
      '> Kan ik dat op een kaart zien?',
      'Dit is de route: [[map]]',
    ],
  },
};
