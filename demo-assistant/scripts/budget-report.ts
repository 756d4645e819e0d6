import { drawAmount } from '../draws.ts';
import type { Random } from '../random.ts';
import type { Script } from '../script.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Thousands of euros, month by month, around a level. */
const drawYear = (random: Random, level: number) => months.map(() => level + random.int(-6, 8));

export const budgetReport: Script = {
  skill: 'Budget report',
  weight: 6,
  system: 'SAP CO',
  apiCalls: [1, 4],
  errorMessages: ['No authorisation for this cost centre.', 'Planning version 0 is locked.'],
  facts: ({ random }) => ({
    centre: random.pick(['1000 Production', '2100 Maintenance', '3200 Logistics', '4000 IT']),
    used: String(random.int(48, 97)),
    left: drawAmount(random, 2000, 90_000),
  }),
  parts: ({ random }, { centre = '' }) => ({
    chart: {
      type: 'chart',
      kind: 'line',
      title: `${centre}, thousand euros`,
      labels: months,
      series: [
        { name: 'Plan', values: months.map(() => 40) },
        { name: 'Actual', values: drawYear(random, 38) },
      ],
    },
  }),
  lines: {
    en: [
      '> How much budget is left on {centre}?',
      '<b>{used} %</b> are used, {left} are left.',
      '> Show me the year.',
      'Plan and actual by month: [[chart]]',
    ],
    et: [
      '> Kui palju on eelarvest alles: {centre}?',
      'Kasutatud on <b>{used} %</b>, alles {left}.',
      '> Näita kogu aastat.',
      'Plaan ja tegelik kuude kaupa: [[chart]]',
    ],
    de: [
      '> Wie viel Budget ist auf {centre} noch übrig?',
      '<b>{used} %</b> sind verbraucht, {left} sind übrig.',
      '> Zeig mir das Jahr.',
      'Plan und Ist nach Monaten: [[chart]]',
    ],
    fi: [
      '> Paljonko budjettia on jäljellä: {centre}?',
      'Käytetty <b>{used} %</b>, jäljellä {left}.',
      '> Näytä koko vuosi.',
      'Suunnitelma ja toteuma kuukausittain: [[chart]]',
    ],
    nl: [
      '> Hoeveel budget is er nog op {centre}?',
      '<b>{used} %</b> is verbruikt, er is nog {left}.',
      '> Laat het jaar zien.',
      'Plan en werkelijk per maand: [[chart]]',
    ],
  },
};
