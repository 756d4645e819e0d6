import { drawNumber } from '../draws.ts';
import { writeDate } from '../write-date.ts';
import type { Script } from '../script.ts';

export const shipmentBooking: Script = {
  skill: 'Shipment booking',
  weight: 16,
  system: 'SAP TM',
  apiCalls: [2, 6],
  errorMessages: ['No space left on this sailing.', 'The container type is not offered.'],
  facts: ({ random, day }) => ({
    port: random.pick(['Felixstowe', 'Antwerpen', 'Hamburg', 'Gdynia', 'Tallinn']),
    containers: String(random.int(1, 6)),
    sailing: writeDate(day, random.int(2, 12)),
    booking: drawNumber(random, 'GLX', 7),
  }),
  lines: {
    en: [
      '> Book {containers} containers to {port}.',
      'The next sailing with space leaves on <b>{sailing}</b>. Shall I take it?',
      '> Yes.',
      'Booked: <b>{booking}</b>.',
    ],
    nl: [
      '> Boek {containers} containers naar {port}.',
      'De eerste afvaart met plek is op <b>{sailing}</b>. Zal ik die nemen?',
      '> Ja.',
      'Geboekt: <b>{booking}</b>.',
    ],
  },
};
