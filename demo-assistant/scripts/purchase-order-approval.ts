import { drawAmount, drawNumber, vendors } from '../draws.ts';
import { writeDate } from '../write-date.ts';
import type { Scene, Script } from '../script.ts';

function drawOrders({ random, day, colleagues }: Scene) {
  return Array.from({ length: random.int(9, 14) }, () => ({
    order: drawNumber(random, '45000', 5),
    vendor: random.pick(vendors),
    amount: drawAmount(random, 180, 24_000),
    requester: random.pick(colleagues),
    costCentre: random.pick(['1000 Production', '2100 Maintenance', '3200 Logistics', '4000 IT']),
    delivery: writeDate(day, random.int(3, 40)),
    plant: random.pick(['Tallinn', 'Tartu', 'Pärnu']),
    urgent: random.chance(0.2),
  }));
}

export const purchaseOrderApproval: Script = {
  skill: 'Purchase order approval',
  weight: 12,
  system: 'SAP MM',
  apiCalls: [3, 8],
  isApproved: true,
  errorMessages: ['Release strategy of the order has changed.', 'The order is locked by another user.'],
  facts: ({ random }) => ({
    order: drawNumber(random, '45000', 5),
    vendor: random.pick(vendors),
    amount: drawAmount(random, 400, 30_000),
  }),
  parts: (scene) => ({
    orders: {
      type: 'table',
      legend: {
        order: 'Order',
        vendor: 'Vendor',
        amount: 'Net value',
        requester: 'Requested by',
        costCentre: 'Cost centre',
        delivery: 'Delivery',
        plant: 'Plant',
        urgent: 'Urgent',
      },
      filters: ['vendor', 'costCentre', 'plant'],
      sourceData: drawOrders(scene),
    },
  }),
  lines: {
    en: [
      '> Which purchase orders wait for my release?',
      'These orders wait for you: [[orders]]',
      '> Release {order}.',
      'Order <b>{order}</b> of {vendor} over {amount} is released.',
    ],
    et: [
      '> Millised ostutellimused ootavad minu kinnitust?',
      'Need tellimused ootavad sind: [[orders]]',
      '> Kinnita {order}.',
      'Tellimus <b>{order}</b> ({vendor}, {amount}) on kinnitatud.',
    ],
    de: [
      '> Welche Bestellungen warten auf meine Freigabe?',
      'Diese Bestellungen warten: [[orders]]',
      '> Gib {order} frei.',
      'Die Bestellung <b>{order}</b> bei {vendor} über {amount} ist freigegeben.',
    ],
    fi: [
      '> Mitkä ostotilaukset odottavat hyväksyntääni?',
      'Nämä tilaukset odottavat sinua: [[orders]]',
      '> Hyväksy {order}.',
      'Tilaus <b>{order}</b> ({vendor}, {amount}) on hyväksytty.',
    ],
    nl: [
      '> Welke inkooporders wachten op mijn goedkeuring?',
      'Deze orders wachten op je: [[orders]]',
      '> Keur {order} goed.',
      'Order <b>{order}</b> van {vendor} voor {amount} is goedgekeurd.',
    ],
  },
};
