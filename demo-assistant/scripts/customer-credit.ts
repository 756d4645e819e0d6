import { customers, drawAmount, drawNumber, drawSeveral } from '../draws.ts';
import type { Scene, Script } from '../script.ts';

function drawItems({ random }: Scene) {
  return drawSeveral(random, customers, 6).map((customer) => ({
    customer,
    order: drawNumber(random, '00', 6),
    value: drawAmount(random, 300, 42_000),
    risk: random.pick(['Low', 'Low', 'Medium', 'High']),
    overdue: random.chance(0.3) ? drawAmount(random, 50, 4000) : null,
  }));
}

export const customerCredit: Script = {
  skill: 'Customer credit limit',
  weight: 5,
  system: 'SAP SD',
  apiCalls: [2, 5],
  isApproved: true,
  errorMessages: ['The customer is blocked for all sales areas.', 'The credit segment is not maintained.'],
  facts: ({ random, colleagues }) => ({
    customer: random.pick(customers),
    limit: drawAmount(random, 20_000, 90_000),
    used: String(random.int(35, 118)),
    order: drawNumber(random, '00', 6),
    manager: random.pick(colleagues),
  }),
  parts: (scene) => ({
    orders: {
      type: 'table',
      legend: { customer: 'Customer', order: 'Order', value: 'Value', risk: 'Risk', overdue: 'Overdue' },
      sourceData: drawItems(scene),
    },
  }),
  lines: {
    en: [
      '> Why is order {order} of {customer} blocked?',
      '{customer} has used <b>{used} %</b> of its credit limit of {limit}.',
      '> Which orders are blocked beside it?',
      'These wait for credit management: [[orders]]',
      '> Please ask for a release of {order}.',
      '{manager} has the request for order <b>{order}</b>.',
    ],
    et: [
      '> Miks on tellimus {order} ({customer}) blokeeritud?',
      '{customer} on kasutanud <b>{used} %</b> krediidilimiidist {limit}.',
      '> Palun küsi tellimuse {order} vabastamist.',
      'Taotlus tellimuse <b>{order}</b> kohta on saadetud: {manager}.',
    ],
    de: [
      '> Warum ist der Auftrag {order} von {customer} gesperrt?',
      '{customer} hat <b>{used} %</b> des Kreditlimits von {limit} ausgeschöpft.',
      '> Welche Aufträge sind noch gesperrt?',
      'Diese warten auf das Kreditmanagement: [[orders]]',
    ],
    fi: [
      '> Miksi tilaus {order} ({customer}) on estetty?',
      '{customer} on käyttänyt <b>{used} %</b> luottorajasta {limit}.',
      '> Pyydä tilauksen {order} vapauttamista.',
      'Pyyntö tilauksesta <b>{order}</b> on lähetetty: {manager}.',
    ],
    nl: [
      '> Waarom is order {order} van {customer} geblokkeerd?',
      '{customer} heeft <b>{used} %</b> van de kredietlimiet van {limit} gebruikt.',
      '> Vraag vrijgave van {order} aan.',
      '{manager} heeft het verzoek voor order <b>{order}</b>.',
    ],
  },
};
