import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { StatementPreview } from '#features/receivables/contract/payments/payment-entries.ts';
import { preparePayments, providerIban, referenceOf } from './testing/payments-kit.ts';
import { writeCamt } from './testing/write-camt.ts';

const kit = preparePayments();
const { call, inCompany, upload, list, makeCustomer, bill, see, read, findOpen, change } = kit;

const preview = async (xml: string) =>
  (await call('/payments/statements/preview?fileName=november.xml', { method: 'POST', body: xml }))
    .body as StatementPreview;
const record = (xml: string, token: string) =>
  call(`/payments/statements?fileName=november.xml&token=${token}`, { method: 'POST', body: xml });
const paying = (reference: string, cents: number) => ({ details: [{ cents, reference }] });

test('a preview says what a file would do and changes nothing; the file does just that, or is refused as stale', async () => {
  const customer = await makeCustomer();
  const [whole, part, over, twice] = [
    await bill(customer, 100),
    await bill(customer, 60),
    await bill(customer, 50),
    await bill(customer, 70),
  ];
  await read(paying(referenceOf(twice), 7000));
  const gone = { cents: 900, endToEnd: randomUUID().slice(0, 20) };
  const entries = [
    paying(referenceOf(whole), 10_000),
    paying(referenceOf(part), 4000),
    paying(referenceOf(over), 5100),
    { details: [{ cents: 7000, reference: referenceOf(twice), text: 'a second time' }] },
    { details: [{ cents: 800, text: 'of no invoice' }] },
    { details: [gone] },
    { direction: 'DBIT' as const, isReversal: true, details: [gone] },
    { direction: 'DBIT' as const, isReversal: true, details: [{ cents: 3, text: 'of no payment' }] },
  ];
  const xml = writeCamt({ iban: providerIban, id: randomUUID(), entries });
  const before = [(await call('/payments/statements')).body, (await call('/payments/entries')).body];
  const [shown, same] = await Promise.all([preview(xml), preview(xml)]);
  expect([(await call('/payments/statements')).body, (await call('/payments/entries')).body]).toEqual(before);
  expect(await see(customer, whole)).toMatchObject({ status: 'Overdue', payments: [] });
  expect(same.token).toBe(shown.token);
  expect(shown).toMatchObject({ isKnown: false, matched: 4, open: 4, earlier: 0 });
  expect(Object.fromEntries(shown.groups.map(({ kind, count, amount }) => [kind, [count, amount]]))).toEqual({
    paid: [1, 100],
    partly: [1, 40],
    over: [1, 51],
    ambiguous: [1, 70],
    unmatched: [1, 8],
    gone: [1, 9],
    returned: [1, 9],
    'return-unmatched': [1, 0.03],
  });
  expect(shown.entries[0]).toMatchObject({ payments: [{ number: whole.invoiceId, amount: 100 }] });

  await read(paying(referenceOf(part), 3000));
  expect(await record(xml, shown.token)).toMatchObject({ status: 409, body: { code: 'payments.preview-stale' } });
  expect(await see(customer, whole)).toMatchObject({ status: 'Overdue', payments: [] });
  const { token } = await preview(xml);
  const answers = await Promise.all([record(xml, token), record(xml, token)]);
  expect(answers.map(({ body }) => (body as StatementPreview).isKnown).toSorted()).toEqual([false, true]);
  expect(await see(customer, whole)).toMatchObject({ status: 'Paid', paid: 100 });
  expect(await see(customer, part)).toMatchObject({ status: 'Paid', paid: 60 });
  expect(await preview(xml)).toMatchObject({ isKnown: true, groups: [], entries: [] });
});

test('invoices are found by number, reference, company and sum, the named ones first', async () => {
  const customer = await makeCustomer();
  const [one, other] = [await bill(customer, 1234.5), await bill(customer, 77)];
  const stranger = await bill(await makeCustomer(), 77);
  const text = `${one.invoiceId} or ${other.invoiceId}?`;
  await read({ details: [{ cents: 7700, text }] });
  const entry = await findOpen(text);
  const find = async (search = '') =>
    (
      (await call(`/payments/entries/${entry.id}/candidates?search=${encodeURIComponent(search)}`)).body as {
        label: string;
      }[]
    ).map(({ label }) => label);
  expect((await find()).slice(0, 3).toSorted()).toEqual(
    [one.invoiceId, other.invoiceId, stranger.invoiceId].toSorted(),
  );
  expect((await find()).indexOf(stranger.invoiceId)).toBe(2);
  expect(await find(one.invoiceId.slice(2, 10).toLowerCase())).toEqual([one.invoiceId]);
  expect(await find(referenceOf(other).replace(/(.{4})/g, '$1 '))).toEqual([other.invoiceId]);
  for (const sum of ['1234.50', '€1,234.5', '1 234,50']) expect(await find(sum)).toEqual([one.invoiceId]);
  expect(await find(one.company)).toEqual(expect.arrayContaining([one.invoiceId, other.invoiceId]));
  expect(await find('nothing of this kind')).toEqual([]);
  expect((await change(entry, 'aside')).status).toBe(200);
});

test('numbers with letters that capitals write otherwise are found', async () => {
  const customer = await makeCustomer();
  const [german, shouted, turkish] = [
    await bill(customer, 41, 'Groß'),
    await bill(customer, 42, 'Straße'),
    await bill(customer, 43, 'Kırık'),
  ];
  await read(
    { details: [{ cents: 4100, text: german.invoiceId }] },
    { details: [{ cents: 4200, reference: shouted.invoiceId.toUpperCase() }] },
    { details: [{ cents: 4300, text: turkish.invoiceId }] },
  );
  for (const each of [german, shouted, turkish]) expect(await see(customer, each)).toMatchObject({ status: 'Paid' });
});

test('an undone statement gives back what a rule had paid with a rest, and a preview counts a payment that it changes once', async () => {
  const customer = await makeCustomer();
  const invoice = await bill(customer, 100);
  const endToEnd = randomUUID().slice(0, 20);
  await read({ details: [{ cents: 13_000, reference: referenceOf(invoice), endToEnd }] });
  for (const cents of [[13_000], [5000, 4000]]) {
    const entries = cents.map((each) => ({
      direction: 'DBIT' as const,
      isReversal: true,
      details: [{ cents: each, endToEnd }],
    }));
    const xml = writeCamt({ iban: providerIban, id: randomUUID(), entries });
    expect(await preview(xml)).toMatchObject({ matched: cents.length, open: 0, earlier: 1 });
    const { statements } = (await upload(xml)).body as StatementPreview;
    expect(await see(customer, invoice)).toMatchObject({ status: 'Overdue' });
    expect((await call(`/payments/statements/${statements[0]?.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await see(customer, invoice)).toMatchObject({ status: 'Paid', payments: [{ amount: 100 }] });
    const [open] = (await list('open')).filter(({ payments }) => payments[0]?.invoiceId === invoice._id);
    expect(open).toMatchObject({ reason: 'over', rest: 30, returned: 0 });
  }
});

test('a refund is one still after the statement of its payment is undone', async () => {
  const iban = 'NL91ABNA0417164300';
  const invoice = await bill(await makeCustomer(), 35);
  const { statements } = await read({ details: [{ cents: 3500, reference: referenceOf(invoice), iban }] });
  await read({ direction: 'DBIT', details: [{ cents: 500, text: 'sent back', iban }] });
  const refund = await findOpen('sent back');
  const [candidate] = await kit.listCandidates(refund);
  expect((await change(refund, 'assign', { candidateId: candidate?.id })).body).toMatchObject({ state: 'matched' });
  expect((await call(`/payments/statements/${statements[0]?.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await findOpen('sent back')).toMatchObject({ kind: 'return', reason: 'refund' });
});

test('what is no statement is refused with a sentence that says what to do', async () => {
  const explain = async (body: string) => (await upload(body)).body;
  expect(await explain('')).toMatchObject({ code: 'payments.unreadable', message: expect.stringMatching(/is empty/) });
  expect(await explain('PK\u0003\u0004')).toMatchObject({ message: expect.stringMatching(/compressed\. Unpack it/) });
});

test('what is credited after its payment is credit of the customer, which can pay another invoice', async () => {
  const customer = await makeCustomer();
  const [credited, next] = [await bill(customer, 80), await bill(customer, 25)];
  const account = 'DE75512108001245126199';
  await read({ details: [{ cents: 8000, reference: referenceOf(credited), iban: account }] });
  const credit = async (total: number) => {
    const { version } = await see(customer, credited);
    const path = `/company/billing/${credited._id}/credit`;
    return inCompany(customer, path, { method: 'POST', body: { reason: 'Too much', total, version } });
  };
  const closing = async () => {
    const { body } = await call('/company/account-statement?from=2026-01-01&to=2027-12-31', { as: customer });
    return (body as { closing: number }).closing;
  };
  expect((await credit(30)).status).toBe(201);
  expect(await see(customer, credited)).toMatchObject({ status: 'Paid', paid: 80, credited: 30 });
  expect(await closing()).toBe(-5);
  const [paid] = (await list('matched')).filter(({ payments }) => payments[0]?.invoiceId === credited._id);
  if (!paid) throw new Error('the payment is matched');
  // A refund of that gives back a part of the payment; one to an account of no customer is not stored.
  const back = { details: [{ cents: 3000, text: 'refund', iban: account }] };
  const others = { details: [{ cents: 3000, text: 'rent', iban: 'FR7630006000011234567890189' }] };
  const outcome = await read({ direction: 'DBIT', ...back }, { direction: 'DBIT', ...others });
  expect(outcome).toMatchObject({ open: 1, statements: [{ entries: 1, outgoing: 1 }] });
  const refund = await findOpen('refund');
  expect(refund).toMatchObject({ kind: 'return', reason: 'refund', amount: 30 });
  const [candidate] = await kit.listCandidates(refund);
  expect(candidate).toMatchObject({ id: paid.id, amount: 80 });
  const kept = (await change(refund, 'aside')).body as typeof paid;
  expect(kept).toMatchObject({ state: 'aside', reason: null });
  const reopened = (await change(kept, 'undo')).body as typeof paid;
  expect(reopened).toMatchObject({ state: 'open', reason: 'refund' });
  const given = (await change(reopened, 'assign', { candidateId: paid.id })).body as typeof paid;
  expect(given).toMatchObject({ state: 'matched', reason: null });
  expect(await see(customer, credited)).toMatchObject({ status: 'Paid', paid: 50, credited: 30 });
  expect(await closing()).toBe(25);
  expect((await change(given, 'undo')).body).toMatchObject({ state: 'open', reason: 'refund' });
  const [opened] = (await list('open')).filter(({ id }) => id === paid.id);
  if (!opened) throw new Error('the payment waits again');
  expect(opened).toMatchObject({ reason: 'undone', rest: 30, payments: [{ amount: 50 }] });
  // Undone, it pays what is left of the invoice, and its rest the other one.
  const undone = (await change(opened, 'undo')).body as typeof paid;
  expect(await see(customer, credited)).toMatchObject({ status: 'Overdue', payments: [], credited: 30 });
  expect(await closing()).toBe(75);
  const half = (await change(undone, 'assign', { candidateId: credited._id })).body as typeof paid;
  expect(half).toMatchObject({ state: 'open', reason: 'over', rest: 30, payments: [{ amount: 50 }] });
  const whole = (await change(half, 'assign', { candidateId: next._id })).body as typeof paid;
  expect(whole).toMatchObject({ state: 'open', rest: 5 });
  expect((await change(whole, 'aside')).body).toMatchObject({ state: 'aside', rest: 5 });
  expect(await see(customer, credited)).toMatchObject({ status: 'Paid', paid: 50, credited: 30 });
  expect(await see(customer, next)).toMatchObject({ status: 'Paid', paid: 25 });
  expect(await closing()).toBe(0);
  // Wholly credited, nothing of it is owed, whether its payment counts or not.
  expect((await credit(50)).status).toBe(201);
  expect(await closing()).toBe(-50);
  const [aside] = (await list('aside')).filter(({ id }) => id === paid.id);
  if (!aside) throw new Error('the payment is set aside');
  await change(aside, 'undo');
  expect(await see(customer, credited)).toMatchObject({ status: 'Credited', payments: [] });
  expect(await closing()).toBe(25);
});
