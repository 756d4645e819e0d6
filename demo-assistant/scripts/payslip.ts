import { drawAmount } from '../draws.ts';
import { writeDate } from '../write-date.ts';
import type { Script } from '../script.ts';

export const payslip: Script = {
  skill: 'Payslip',
  weight: 8,
  system: 'SAP HCM',
  apiCalls: [1, 3],
  errorMessages: ['Payroll of this month has not run yet.', 'Personnel number is locked.'],
  facts: ({ random, day }) => ({
    month: writeDate(day, -random.int(20, 50)).slice(3),
    net: drawAmount(random, 1600, 4900),
    payday: writeDate(day, random.int(1, 20)),
  }),
  parts: ({ random }, { month = '' }) => ({
    chart: {
      type: 'chart',
      kind: 'pie',
      title: `Salary ${month}, in euros`,
      labels: ['Net', 'Income tax', 'Social security', 'Pension'],
      series: [
        {
          name: 'EUR',
          values: [random.int(1600, 4900), random.int(300, 1100), random.int(90, 480), random.int(40, 160)],
        },
      ],
    },
  }),
  lines: {
    en: [
      '> Show me my payslip of {month}.',
      'For {month} you received <b>{net}</b> net. This is how it came about: [[chart]]',
      '> When is the next payday?',
      'On <b>{payday}</b>.',
    ],
    et: [
      '> Näita mu palgalehte ({month}).',
      '{month} eest sai kätte <b>{net}</b>. See kujunes nii: [[chart]]',
      '> Millal on järgmine palgapäev?',
      '<b>{payday}</b>.',
    ],
    de: [
      '> Zeig mir meine Gehaltsabrechnung für {month}.',
      'Für {month} waren es <b>{net}</b> netto. So setzt es sich zusammen: [[chart]]',
      '> Wann kommt das nächste Gehalt?',
      'Am <b>{payday}</b>.',
    ],
    fi: [
      '> Näytä palkkalaskelmani {month}.',
      'Kuukaudelta {month} maksettiin <b>{net}</b> netto. Näin se muodostui: [[chart]]',
      '> Milloin on seuraava palkkapäivä?',
      '<b>{payday}</b>.',
    ],
    nl: [
      '> Laat mijn loonstrook van {month} zien.',
      'Over {month} kreeg je <b>{net}</b> netto. Zo is het opgebouwd: [[chart]]',
      '> Wanneer is de volgende betaaldag?',
      'Op <b>{payday}</b>.',
    ],
  },
};
