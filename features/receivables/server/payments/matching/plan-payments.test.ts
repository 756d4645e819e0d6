import { expect, test } from 'vitest';
import { choosePayments, pairReturns, type ReturnableCredit } from './pair-returns.ts';
import { planPayments, type OpenCredit, type PayableInvoice } from './plan-payments.ts';

const makeInvoice = (number: string, owed: number, values: Partial<PayableInvoice> = {}): PayableInvoice => ({
  customerId: number.split('-')[0] ?? '',
  id: number,
  number,
  reference: null,
  issueDay: '2026-11-01',
  owed,
  ...values,
});

let made = 0;
const makeCredit = (rest: number, text: string, values: Partial<OpenCredit> = {}): OpenCredit => {
  made += 1;
  const base = {
    id: `entry ${made}`,
    rest,
    day: '2026-11-03',
    payerIban: null,
    references: [],
    text,
    searched: '',
    isBatch: false,
  };
  return { ...base, ...values };
};

const acme1 = makeInvoice('ACME-2026-0001', 100, { reference: 'RF18539007547034' });
const acme2 = makeInvoice('ACME-2026-0002', 250);
const acmeOld = makeInvoice('ACME-2025-0009', 0, { reference: 'RF712348231' });
const beta1 = makeInvoice('BETA-2026-0001', 100);
const short = makeInvoice('INV-1', 70);
const invoices = [acme1, acme2, acmeOld, beta1, short];
const payers = new Map([['IBAN of Acme', new Set(['ACME'])]]);

/** The payments of one credit, and why a person decides. */
function plan(rest: number, text: string, values: Partial<OpenCredit> = {}) {
  const credit = makeCredit(rest, text, values);
  const { payments, undecided } = planPayments([credit], invoices, payers);
  return [payments.map(({ invoice, amount }) => `${invoice.number} ${amount}`).join(), undecided.get(credit.id)];
}

const structured = (reference: string) => ({ references: [reference] });

test.each([
  ['a structured reference', 100, '', structured('RF18539007547034'), 'ACME-2026-0001 100', undefined],
  ['a reference in the text, in groups', 100, 'ref rf18 5390 0754 7034 thanks', {}, 'ACME-2026-0001 100', undefined],
  ['a number in free text', 250, 'Invoice acme-2026-0002, PO 4500012345', {}, 'ACME-2026-0002 250', undefined],
  ['a number written otherwise', 250, 'Rechnung ACME2026/0002', {}, 'ACME-2026-0002 250', undefined],
  ['a number cut by the bank', 250, 'ACME-2026-00 02', {}, 'ACME-2026-0002 250', undefined],
  ['a number as identification', 250, '', { searched: 'ACME-2026-0002' }, 'ACME-2026-0002 250', undefined],
  [
    'two invoices with their sum',
    350,
    'ACME-2026-0001 and ACME-2026-0002',
    {},
    'ACME-2026-0001 100,ACME-2026-0002 250',
    undefined,
  ],
  ['a part', 40, '', structured('RF18539007547034'), 'ACME-2026-0001 40', undefined],
  ['more than is owed', 130, '', structured('RF18539007547034'), 'ACME-2026-0001 100', 'over'],
  [
    'the amount of a known payer',
    250,
    'invoice of November 2026',
    { payerIban: 'IBAN of Acme' },
    'ACME-2026-0002 250',
    undefined,
  ],
  ['an amount of an unknown payer', 250, '', { payerIban: 'another IBAN' }, '', 'unknown'],
  ['an amount that a known payer does not owe', 99, '', { payerIban: 'IBAN of Acme' }, '', 'unknown'],
  ['an amount beside a wrong reference', 250, 'RF19 5390 0754 7034', { payerIban: 'IBAN of Acme' }, '', 'unknown'],
  ['an amount beside a wrong number', 250, 'ACME-2026-0077', { payerIban: 'IBAN of Acme' }, '', 'unknown'],
  [
    'an amount beside a structured reference of another',
    250,
    '',
    { ...structured('12345'), payerIban: 'IBAN of Acme' },
    '',
    'unknown',
  ],
  ['a reference with wrong check digits', 100, '', structured('RF19539007547034'), '', 'unknown'],
  ['two invoices with another sum', 300, 'ACME-2026-0001 and ACME-2026-0002', {}, '', 'ambiguous'],
  ['invoices of two companies', 200, 'ACME-2026-0001 BETA-2026-0001', {}, '', 'ambiguous'],
  ['a number beside a wrong reference', 250, 'ACME-2026-0002 RF19 5390 0754 7034', {}, '', 'ambiguous'],
  ['a paid invoice', 250, '', structured('RF712348231'), '', 'paid'],
  ['the account of another customer', 100, 'BETA-2026-0001', { payerIban: 'IBAN of Acme' }, '', 'other-payer'],
  ['the amount of another invoice', 250, '', structured('RF18539007547034'), '', 'other-amount'],
  ['a part of a longer number', 100, 'XACME-2026-00012', {}, '', 'unknown'],
  ['a number that says too little', 70, 'INV-1', {}, '', 'unknown'],
  ['an invoice that is issued later', 250, 'ACME-2026-0002', { day: '2026-10-31' }, '', 'later'],
  ['several payments in one', 100, 'ACME-2026-0001', { isBatch: true }, '', 'batch'],
] as const)('%s', (...row) => {
  const [, rest, text, values, payments, reason] = row;
  expect(plan(rest, text, values)).toEqual([payments, reason]);
});

test('a payment teaches its account, and the second one for an invoice finds it paid', () => {
  const named = makeCredit(100, 'ACME-2026-0001', { payerIban: 'new' });
  const again = makeCredit(100, 'ACME-2026-0001', { payerIban: 'new' });
  const unnamed = makeCredit(250, '', { payerIban: 'new' });
  const { payments, undecided } = planPayments([unnamed, named, again], invoices, new Map());
  expect(payments.map(({ invoice }) => invoice.number)).toEqual(['ACME-2026-0001', 'ACME-2026-0002']);
  expect([...undecided.values()]).toEqual(['paid']);
});

test('a return takes back the one credit of its amount with its identification, or with its account and text', () => {
  const make = (id: string, values: Partial<ReturnableCredit> = {}): ReturnableCredit => {
    const base = { amount: 100, day: '2026-11-03', payerIban: 'A', references: [], text: 'x', identifications: [] };
    return { id, ...base, ...values };
  };
  const pair = (taken: Partial<ReturnableCredit>, ...credits: ReturnableCredit[]) =>
    pairReturns([make('return', { day: '2026-11-05', ...taken })], credits).get('return');
  const named = make('named', { identifications: ['E2E-7'], payerIban: 'B' });
  expect(pair({ identifications: ['E2E-7'] }, make('other'), named)).toBe('named');
  expect(pair({}, make('other'), named)).toBe('other');
  expect(pair({}, make('one'), make('two'))).toBeUndefined();
  expect(pair({ amount: 101 }, make('one'))).toBeUndefined();
  expect(pair({ day: '2026-11-02' }, make('one'))).toBeUndefined();
  expect(pair({ payerIban: null }, make('one'))).toBeUndefined();
  const part = { amount: 40, identifications: ['E2E-7'] };
  expect(pair(part, make('other'), named)).toBe('named');
  expect(pair({ ...part, amount: 101 }, named)).toBeUndefined();
  expect(pair({ ...part, identifications: [] }, make('other'))).toBeUndefined();
  expect(pair(part, named, make('again', { identifications: ['E2E-7'] }))).toBeUndefined();
  const parts = [60, 40, 1].map((amount) => make(`return of ${amount}`, { ...part, amount, day: '2026-11-05' }));
  expect([...pairReturns(parts, [named]).keys()]).toEqual(['return of 60', 'return of 40']);
});

test('a part is taken back of the only payment, of the one whose invoice is named, or of the only one of its amount', () => {
  const payments = [
    { id: 'one', number: 'ACME-2026-0001', reference: 'RF18539007547034', amountTenThousandths: 60 },
    { id: 'two', number: 'ACME-2026-0002', reference: null, amountTenThousandths: 40 },
  ];
  const choose = (amount: number, text = '', paymentId?: string, of = payments) =>
    choosePayments({ payments: of, amount, taken: { references: [], text, searched: '' }, paymentId })
      ?.map(({ id }) => id)
      .join();
  expect(choose(100)).toBe('one,two');
  expect(choose(30, '', undefined, payments.slice(0, 1))).toBe('one');
  expect(choose(30)).toBeUndefined();
  expect(choose(40)).toBe('two');
  expect(choose(30, 'of ACME-2026-0002')).toBe('two');
  expect(choose(30, 'RF18 5390 0754 7034')).toBe('one');
  expect(choose(30, '', 'two')).toBe('two');
  expect(choose(50, '', 'two')).toBeUndefined();
});
