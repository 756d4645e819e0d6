import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { InvoiceDetails } from '#features/billing/contract/invoices.ts';
import type { ReadOutcome } from '#features/receivables/contract/payments/payment-entries.ts';
import { maxStatementBytes } from '#features/receivables/contract/payments/entry-words.ts';
import { preparePayments, providerIban, referenceOf } from './testing/payments-kit.ts';
import { writeCamt } from './testing/write-camt.ts';

const kit = preparePayments();
const { portal, operator, call, inCompany, upload, list, change, makeCustomer, bill, see, read, findOpen } = kit;

const pay = (invoice: InvoiceDetails, cents: number, values: object = {}) => ({
  details: [{ cents, reference: referenceOf(invoice), ...values }],
});

/** The facts of payment that a customer sees. */
const paidOf = ({ status, paidOn, paid, payments }: InvoiceDetails) => ({ status, paidOn, paid, payments });

test('a payment with the reference makes the invoice Paid on the day of the bank, and nothing else of it is shown to the customer', async () => {
  const customer = await makeCustomer();
  const invoice = await bill(customer, 124);
  const entry = { day: '2026-11-12', ...pay(invoice, 12_400, { name: 'Acme AS', iban: 'DE89370400440532013000' }) };
  expect(await read(entry)).toMatchObject({
    isKnown: false,
    matched: 1,
    open: 0,
    statements: [{ entries: 1, known: 0 }],
  });
  const seen = await see(customer, invoice);
  const payments = [{ amount: 124, paidOn: '2026-11-12' }];
  expect(paidOf(seen)).toEqual({ status: 'Paid', paidOn: '2026-11-12', paid: 124, payments });
  expect(JSON.stringify(seen)).not.toContain('Acme AS');
  const [matched] = (await list('matched')).filter(({ payments: paid }) => paid[0]?.invoiceId === invoice._id);
  expect(matched).toMatchObject({ payerName: 'Acme AS', rest: 0, decidedBy: null, payments: [{ amount: 124 }] });
  const audit = (await portal().call(`/audit?entityId=${invoice._id}`, { as: customer })).body as { entries: object[] };
  const after = { status: 'Paid', paidOn: '2026-11-12', paid: 124 };
  expect(audit.entries[0]).toMatchObject({ action: 'invoices.update', after, actor: { company: expect.any(String) } });
});

test('a part leaves the rest as debt everywhere, and more than that stays with the entry', async () => {
  const customer = await makeCustomer();
  const invoice = await bill(customer, 100);
  await read(pay(invoice, 4000));
  expect(paidOf(await see(customer, invoice))).toMatchObject({
    status: 'Overdue',
    paid: 40,
    payments: [{ amount: 40 }],
  });
  expect((await see(customer, invoice)).payment?.qrCode).not.toBeNull();
  const figures = (await call('/companies/figures')).body as { id: string; overdue: object }[];
  expect(figures.find(({ id }) => id === customer.companyId)?.overdue).toEqual({ count: 1, total: 60 });
  expect(await read(pay(invoice, 7500, { text: 'the rest and more' }))).toMatchObject({ matched: 0, open: 1 });
  expect(paidOf(await see(customer, invoice))).toMatchObject({ status: 'Paid', paid: 100 });
  const over = await findOpen('the rest and more');
  expect(over).toMatchObject({ reason: 'over', amount: 75, rest: 15, payments: [{ amount: 60 }] });
  const kept = await change(over, 'aside');
  expect(kept.body).toMatchObject({ state: 'aside', rest: 15, payments: [{ amount: 60 }] });
  expect((await change(over, 'aside')).body).toMatchObject({ code: 'record.stale' });
});

test('the same file, the same entry in another one, and two uploads at once count once', async () => {
  const customer = await makeCustomer();
  const invoice = await bill(customer, 90);
  const entry = { bankReference: randomUUID().slice(0, 30), ...pay(invoice, 3000) };
  const [daily, monthly] = ['D1', 'M1'].map((id) => writeCamt({ iban: providerIban, id, entries: [entry] })) as [
    string,
    string,
  ];
  const answers = await Promise.all([upload(daily), upload(daily), upload(monthly)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const outcomes = answers.map(({ body }) => body as ReadOutcome);
  expect(outcomes.filter(({ isKnown }) => isKnown)).toHaveLength(1);
  expect(outcomes.reduce((sum, { matched, isKnown }) => sum + (isKnown ? 0 : matched), 0)).toBe(1);
  expect((await upload(daily)).body).toMatchObject({ isKnown: true, matched: 0, open: 0 });
  expect(await see(customer, invoice)).toMatchObject({ paid: 30, payments: [{ amount: 30 }] });
});

test('a return opens the invoice again, whether it comes later or in the same file', async () => {
  const customer = await makeCustomer();
  const [first, second] = [await bill(customer, 50), await bill(customer, 51)];
  const ids = [randomUUID().slice(0, 20), randomUUID().slice(0, 20)];
  await read(pay(first, 5000, { endToEnd: ids[0] }));
  expect(await see(customer, first)).toMatchObject({ status: 'Paid' });
  const taken = (index: number, cents: number) => ({
    direction: 'DBIT' as const,
    day: '2026-11-25',
    isReversal: true,
    details: [{ cents, endToEnd: ids[index] ?? '' }],
  });
  const outcome = await read(pay(second, 5100, { endToEnd: ids[1] }), taken(0, 5000), taken(1, 5100));
  expect(outcome).toMatchObject({ matched: 3, open: 0 });
  for (const invoice of [first, second]) {
    const seen = await see(customer, invoice);
    expect(paidOf(seen)).toEqual({ status: 'Overdue', paidOn: undefined, paid: undefined, payments: [] });
  }
  const returned = (await list('returned')).filter(({ amount }) => amount === 50 || amount === 51);
  expect(returned.map(({ rest, payments }) => [rest, payments])).toEqual([
    [0, []],
    [0, []],
  ]);
});

test('what is not certain waits for a person, who assigns it and can undo it', async () => {
  const customer = await makeCustomer();
  const [one, other] = [await bill(customer, 60), await bill(customer, 70)];
  const text = `${one.invoiceId} and ${other.invoiceId}`;
  await read({ details: [{ cents: 10_000, text }] });
  const open = await findOpen(text);
  expect(open).toMatchObject({ reason: 'ambiguous', rest: 100 });
  const candidates = await kit.listCandidates(open);
  expect(
    candidates
      .slice(0, 2)
      .map(({ label }) => label)
      .toSorted(),
  ).toEqual([one.invoiceId, other.invoiceId].toSorted());
  const assigned = (await change(open, 'assign', { candidateId: one._id })).body as typeof open;
  expect(assigned).toMatchObject({ state: 'open', reason: 'over', rest: 40, decidedBy: 'Mari Maasikas' });
  const again = await change(assigned, 'assign', { candidateId: one._id });
  expect(again.body).toMatchObject({ code: 'payments.not-owed' });
  const whole = (await change(assigned, 'assign', { candidateId: other._id })).body as typeof open;
  expect(whole).toMatchObject({ state: 'matched', rest: 0 });
  expect(whole.payments.map(({ amount }) => amount).toSorted()).toEqual([40, 60]);
  expect(await see(customer, other)).toMatchObject({ status: 'Overdue', paid: 40 });
  const undone = (await change(whole, 'undo')).body as typeof open;
  expect(undone).toMatchObject({ state: 'open', reason: 'undone', rest: 100, payments: [], decidedBy: null });
  expect((await see(customer, one)).payments).toEqual([]);
  // No rule touches it again.
  await read({ details: [{ cents: 1, text: randomUUID() }] });
  expect(await findOpen(text)).toMatchObject({ reason: 'undone' });
});

test('a return without its payment is paired by a person, and opened again', async () => {
  const customer = await makeCustomer();
  const invoice = await bill(customer, 33);
  await read(pay(invoice, 3300));
  await read({ direction: 'DBIT', day: '2026-11-28', isReversal: true, details: [{ cents: 3300, text: 'back' }] });
  const open = await findOpen('back');
  expect(open).toMatchObject({ kind: 'return', reason: 'return', rest: 0 });
  const [candidate] = await kit.listCandidates(open);
  const paired = (await change(open, 'assign', { candidateId: candidate?.id })).body as typeof open;
  expect(paired).toMatchObject({ state: 'matched' });
  expect(await see(customer, invoice)).toMatchObject({ status: 'Overdue', payments: [] });
  expect((await change(paired, 'undo')).body).toMatchObject({ state: 'open', reason: 'return' });
});

test('a return takes a part of the payment that it names, and of one that paid several invoices the one that a person picks', async () => {
  const customer = await makeCustomer();
  const [alone, one, other] = [await bill(customer, 90), await bill(customer, 61), await bill(customer, 40)];
  const ids = [randomUUID().slice(0, 20), randomUUID().slice(0, 20)];
  const both = { cents: 10_100, text: `${one.invoiceId} ${other.invoiceId}`, endToEnd: ids[1] ?? '' };
  await read(pay(alone, 9500, { endToEnd: ids[0] }), { details: [both] });
  const back = (index: number, cents: number, text: string = randomUUID()) => ({
    direction: 'DBIT' as const,
    day: '2026-11-25',
    isReversal: true,
    details: [{ cents, text, endToEnd: ids[index] ?? '' }],
  });
  // Five euros of it paid nothing.
  expect(await read(back(0, 2500))).toMatchObject({ matched: 1, open: 0 });
  const payments = [{ amount: 70, paidOn: '2026-11-20' }];
  expect(paidOf(await see(customer, alone))).toEqual({ status: 'Overdue', paidOn: undefined, paid: 70, payments });
  const [credit] = (await list('matched')).filter(({ amount }) => amount === 95);
  expect(credit).toMatchObject({ rest: 0, returned: 25, payments: [{ amount: 70 }] });
  await read(back(0, 7000));
  expect(paidOf(await see(customer, alone))).toMatchObject({ payments: [] });

  expect(await read(back(1, 3000, 'which?'), back(1, 100, `of ${other.invoiceId}`))).toMatchObject({
    matched: 1,
    open: 1,
  });
  expect(await see(customer, other)).toMatchObject({ status: 'Overdue', paid: 39 });
  const open = await findOpen('which?');
  expect(open).toMatchObject({ kind: 'return', reason: 'split' });
  const candidates = await kit.listCandidates(open);
  expect(
    candidates
      .slice(0, 2)
      .map(({ amount }) => amount)
      .toSorted(),
  ).toEqual([39, 61]);
  const picked = candidates.find(({ amount }) => amount === 61);
  const paired = (await change(open, 'assign', { candidateId: picked?.id })).body as typeof open;
  expect(paired).toMatchObject({ state: 'matched' });
  expect(await see(customer, one)).toMatchObject({ status: 'Overdue', paid: 31, payments: [{ amount: 31 }] });
  expect(await see(customer, other)).toMatchObject({ paid: 39 });
  expect((await change(paired, 'undo')).body).toMatchObject({ state: 'open', reason: 'return' });
  expect(await findOpen(both.text)).toMatchObject({ reason: 'undone', rest: 30, returned: 1 });
});

test('an undone statement leaves nothing, and can be read again', async () => {
  const customer = await makeCustomer();
  const invoice = await bill(customer, 44);
  const xml = writeCamt({ iban: providerIban, id: randomUUID(), entries: [pay(invoice, 4400)] });
  const { statements } = (await upload(xml)).body as ReadOutcome;
  const path = `/payments/statements/${statements[0]?.id}`;
  expect((await call(path, { method: 'DELETE' })).status).toBe(204);
  expect((await call(path, { method: 'DELETE' })).status).toBe(404);
  expect(await see(customer, invoice)).toMatchObject({ status: 'Overdue', payments: [] });
  expect((await upload(xml)).body).toMatchObject({ isKnown: false, matched: 1 });
  expect(await see(customer, invoice)).toMatchObject({ status: 'Paid' });
});

test('another day of a payment keeps its amount after a credit note, and a credited invoice keeps its day', async () => {
  const customer = await makeCustomer();
  const invoice = await bill(customer, 80);
  const path = `/company/billing/${invoice._id}`;
  const { invoiceId, company, issueDate, dueDate, total } = invoice;
  const save = (status: string, paidOn: string) =>
    inCompany(customer, path, {
      method: 'PUT',
      body: { invoiceId, company, issueDate, dueDate, total, status, paidOn },
    });
  const credit = async (euros: number) => {
    const { version } = await see(customer, invoice);
    return inCompany(customer, `${path}/credit`, {
      method: 'POST',
      body: { reason: 'Discount', total: euros, version },
    });
  };
  expect((await save('Paid', '2026-11-05')).status).toBe(200);
  expect((await credit(30)).status).toBe(201);
  expect(await save('Paid', '2026-11-04')).toMatchObject({ body: { status: 'Paid', paid: 80, credited: 30 } });
  expect((await credit(50)).status).toBe(201);
  expect(await save('Credited', '2026-11-03')).toMatchObject({ status: 409, body: { code: 'invoices.credited' } });
});

test('a credit note leaves less to pay, and what is marked as paid is not paid again', async () => {
  const customer = await makeCustomer();
  const [credited, marked] = [await bill(customer, 80), await bill(customer, 81)];
  const reason = { reason: 'Discount', total: 30, version: credited.version };
  await inCompany(customer, `/company/billing/${credited._id}/credit`, { method: 'POST', body: reason });
  await inCompany(customer, `/company/billing/${marked._id}`, {
    method: 'PUT',
    body: {
      ...(({ invoiceId, company, issueDate, dueDate, total }) => ({ invoiceId, company, issueDate, dueDate, total }))(
        marked,
      ),
      status: 'Paid',
    },
  });
  await read(pay(credited, 5000), pay(marked, 8100, { text: 'paid twice' }));
  expect(await see(customer, credited)).toMatchObject({ status: 'Paid', paid: 50 });
  expect(await findOpen('paid twice')).toMatchObject({ reason: 'paid', rest: 81 });
});

test('a file of another account, in another currency, cut, with entities or too large is refused, and nothing is written', async () => {
  const before = (await call('/payments/statements')).body;
  const entries = [{ details: [{ cents: 100 }] }];
  const refused = async (xml: string) => (await upload(xml)).body;
  expect(await refused(writeCamt({ iban: 'DE89370400440532013000', entries }))).toMatchObject({
    code: 'payments.other-account',
    message: expect.stringContaining('DE89370400440532013000'),
  });
  expect(await refused(writeCamt({ iban: providerIban, currency: 'SEK', entries }))).toMatchObject({
    code: 'payments.other-currency',
  });
  const whole = writeCamt({ iban: providerIban, entries });
  expect(await refused(whole.slice(0, -20))).toMatchObject({ code: 'payments.unreadable' });
  expect(await refused(whole.replace('?>', '?><!DOCTYPE d [<!ENTITY x "y">]>'))).toMatchObject({
    code: 'payments.unreadable',
  });
  expect((await upload(' '.repeat(maxStatementBytes + 1))).status).toBe(413);
  // More than a small file, so that a worker thread reads and refuses it.
  const large = writeCamt({
    iban: providerIban,
    entries: Array.from({ length: 60 }, () => ({ details: [{ cents: 1 }] })),
  });
  expect(await refused(large.slice(0, -20))).toMatchObject({ code: 'payments.unreadable' });
  expect((await call('/payments/statements')).body).toEqual(before);
});

test('only a SuperAdmin of the provider reads statements and sees payments', async () => {
  const customer = await makeCustomer();
  const xml = writeCamt({ iban: providerIban, entries: [] });
  const users = [customer, await portal().makeUser(operator().companyId)];
  for (const as of users) {
    expect((await upload(xml, as)).status).toBe(403);
    for (const path of ['/payments/entries', '/payments/statements', `/payments/entries/${randomUUID()}/candidates`]) {
      expect((await portal().call(path, { as })).status).toBe(403);
    }
  }
  const { superAdmin: stranger } = await portal().makeCompany({ isProvider: true });
  const [entry] = await list('matched');
  expect((await portal().call(`/payments/entries/${entry?.id}/candidates`, { as: stranger })).status).toBe(404);
});
