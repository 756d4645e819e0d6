import { drawNumber } from '../draws.ts';
import { writeDate } from '../write-date.ts';
import type { Script } from '../script.ts';

export const travelExpenses: Script = {
  skill: 'Travel expenses',
  weight: 9,
  system: 'SAP Concur',
  apiCalls: [2, 6],
  isApproved: true,
  errorMessages: ['The receipt has no date.', 'The trip is already settled.'],
  facts: ({ random, day, colleagues }) => ({
    city: random.pick(['Helsinki', 'Hamburg', 'Riga', 'Rotterdam', 'Stockholm', 'Gdańsk']),
    date: writeDate(day, -random.int(1, 14)),
    // As the picture of the receipt says.
    amount: '20.40 EUR',
    report: drawNumber(random, 'TR-', 5),
    manager: random.pick(colleagues),
  }),
  parts: ({ fileKeys }) => ({
    receipt: { type: 'filePicker', fileKey: fileKeys.receipt, name: 'receipt.png' },
  }),
  lines: {
    en: [
      '> I want to claim the expenses of my trip to {city} on {date}.',
      'Please send me a picture of the receipt.',
      '> Here it is. [[receipt]]',
      'I read <b>{amount}</b>, {date}. Is that right?',
      '> yes',
      'Report <b>{report}</b> is on its way to {manager}.',
    ],
    et: [
      '> Soovin esitada lähetuse kulud: {city}, {date}.',
      'Palun saada tšekist pilt.',
      '> Siin see on. [[receipt]]',
      'Loen tšekilt <b>{amount}</b>, {date}. Kas õige?',
      '> jah',
      'Aruanne <b>{report}</b> on saadetud kinnitajale: {manager}.',
    ],
    de: [
      '> Ich möchte die Reise nach {city} vom {date} abrechnen.',
      'Bitte schick mir ein Foto des Belegs.',
      '> Hier. [[receipt]]',
      'Ich lese <b>{amount}</b>, {date}. Stimmt das?',
      '> ja',
      'Die Abrechnung <b>{report}</b> liegt jetzt bei {manager}.',
    ],
    fi: [
      '> Haluan laskuttaa matkan {city} {date}.',
      'Lähetä kuva kuitista.',
      '> Tässä. [[receipt]]',
      'Luen kuitista <b>{amount}</b>, {date}. Onko oikein?',
      '> on',
      'Matkalasku <b>{report}</b> odottaa hyväksyntää: {manager}.',
    ],
    nl: [
      '> Ik wil de reis naar {city} van {date} declareren.',
      'Stuur me een foto van de bon.',
      '> Alsjeblieft. [[receipt]]',
      'Ik lees <b>{amount}</b>, {date}. Klopt dat?',
      '> ja',
      'Declaratie <b>{report}</b> ligt nu bij {manager}.',
    ],
  },
};
