import { drawAmount, drawNumber, vendors } from '../draws.ts';
import { writeDate } from '../write-date.ts';
import type { Scene, Script } from '../script.ts';

function drawInvoices({ random, day }: Scene) {
  return Array.from({ length: random.int(9, 12) }, () => {
    const age = random.int(2, 60);
    return {
      invoice: drawNumber(random, '5105', 6),
      reference: drawNumber(random, 'RE-', 4),
      posted: writeDate(day, -age),
      due: writeDate(day, 30 - age),
      amount: drawAmount(random, 60, 18_000),
      status: random.pick(['Paid', 'Paid', 'Approved', 'Blocked for payment', 'In approval']),
    };
  });
}

export const invoiceStatus: Script = {
  skill: 'Invoice status',
  weight: 13,
  system: 'SAP FI',
  apiCalls: [1, 4],
  errorMessages: ['No authorisation for company code 1000.', 'The fiscal period is closed.'],
  facts: ({ random, day }) => ({
    vendor: random.pick(vendors),
    invoice: drawNumber(random, '5105', 6),
    amount: drawAmount(random, 60, 18_000),
    paid: writeDate(day, random.int(1, 12)),
  }),
  parts: (scene) => ({
    invoices: {
      type: 'table',
      legend: {
        invoice: 'Invoice',
        reference: 'Reference',
        posted: 'Posted',
        due: 'Due',
        amount: 'Amount',
        status: 'Status',
      },
      requiredFields: ['invoice', 'due', 'amount', 'status'],
      filters: ['status'],
      sourceData: drawInvoices(scene),
    },
  }),
  lines: {
    en: [
      '> Has invoice {invoice} of {vendor} been paid?',
      'Invoice <b>{invoice}</b> over {amount} is approved and will be paid on <b>{paid}</b>.',
      '> Show me all open invoices of {vendor}.',
      'Here are the invoices of {vendor}: [[invoices]]',
    ],
    et: [
      '> Kas arve {invoice} ({vendor}) on makstud?',
      'Arve <b>{invoice}</b> summas {amount} on kinnitatud, makse läheb teele <b>{paid}</b>.',
      '> Näita kõiki selle tarnija arveid.',
      'Tarnija {vendor} arved: [[invoices]]',
    ],
    de: [
      '> Ist die Rechnung {invoice} von {vendor} bezahlt?',
      'Rechnung <b>{invoice}</b> über {amount} ist freigegeben und wird am <b>{paid}</b> bezahlt.',
      '> Zeig mir alle Rechnungen von {vendor}.',
      'Die Rechnungen von {vendor}: [[invoices]]',
    ],
    fi: [
      '> Onko lasku {invoice} ({vendor}) maksettu?',
      'Lasku <b>{invoice}</b>, {amount}, on hyväksytty ja maksetaan <b>{paid}</b>.',
      '> Näytä kaikki tämän toimittajan laskut.',
      'Toimittajan {vendor} laskut: [[invoices]]',
    ],
    nl: [
      '> Is factuur {invoice} van {vendor} betaald?',
      'Factuur <b>{invoice}</b> van {amount} is goedgekeurd en wordt op <b>{paid}</b> betaald.',
      '> Laat alle facturen van {vendor} zien.',
      'De facturen van {vendor}: [[invoices]]',
    ],
  },
};
