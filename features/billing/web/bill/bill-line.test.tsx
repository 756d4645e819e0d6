import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeBill, makeInvoiceOfMonth, makeVat } from './testing/make-bill.ts';
import { openUsage } from '#features/money/web/usage/testing/open-usage.tsx';
import type { Bill } from '#features/billing/contract/bill.ts';

const open = (bill: Partial<Bill>, path = '/settings/usage') => openUsage({ path, bill: { get: makeBill(bill) } });
const findLine = async () => screen.findByRole('region', { name: 'Bill of the month' });
const readLinks = (line: HTMLElement) =>
  within(line)
    .queryAllByRole('link')
    .map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')]);

test('the bill so far says its parts, VAT, what is expected and which invoice comes when', async () => {
  open({});
  const line = await findLine();
  await within(line).findByText('Bill of November 2026 so far:');
  expect(line.textContent).toContain('skills €316.01+support €144.00=€460.01');
  expect(line.textContent).toContain(
    'Amounts excl. VAT. With VAT 24%, €110.40: €570.41 to pay. €499.40 excl. VAT expected at the end of the month. Invoice ACME-2026-0012 on 1 Dec 2026.',
  );
  expect(readLinks(line)).toEqual([
    ['skills €316.01', '/settings/usage?period=2026-11&skill=all'],
    ['support €144.00', '/settings/usage/support?period=2026-11'],
  ]);
});

test('a bill without support has one part, and says what is not known as little as it can', async () => {
  const { open: sums } = makeBill();
  const mention = 'Reverse charge: VAT is to be accounted for by the recipient, NL004495445B01.';
  const part = { treatment: 'reverseCharge', percent: 0, net: 316.01, amount: 0, mention } as const;
  const vat = { ...makeVat(316.01, 0), parts: [part] };
  open({
    open: { ...sums, support: 0, total: 316.01, vat },
    expected: null,
    next: { issueDate: '2026-12-01', invoiceId: null },
  });
  const line = await findLine();
  await within(line).findByText('€316.01');
  expect(readLinks(line)).toEqual([['€316.01', '/settings/usage?period=2026-11&skill=all']]);
  expect(line.textContent).toContain('VAT 0%, reverse charge: €316.01 to pay. Invoice on 1 Dec 2026.');
  expect(line.textContent).not.toContain('=');
  expect(line.textContent).not.toContain('expected');
});

test('a month in which nothing was used has no invoice to come', async () => {
  const { open: sums } = makeBill();
  open({ open: { ...sums, skills: 0, support: 0, total: 0 }, expected: null });
  const line = await findLine();
  await within(line).findByText('€0.00');
  expect(line.textContent?.trim()).toBe('Bill of November 2026 so far:€0.00');
});

test('what was reported late is a part of its own, also where too much was billed before', async () => {
  const { open: sums } = makeBill();
  open({ open: { ...sums, late: -3, total: 457.01 } });
  const line = await findLine();
  await within(line).findByText('− reported late €3.00');
});

test('base fees lead to the skills that have them, and say from which day where they begin later', async () => {
  const { open: sums } = makeBill();
  const { page } = open({ open: { ...sums, fees: 15, feesFrom: '2026-11-29', total: 475.01 } });
  const line = await findLine();
  await within(line).findByText('base fees €15.00');
  expect(line.textContent).toContain('skills €316.01+base fees €15.00from 29 Nov 2026+support €144.00=€475.01');
  expect(readLinks(line)[1]).toEqual(['base fees €15.00', '/settings/usage?period=2026-11#base-fees']);
  page.unmount();
  open({ open: { ...sums, fees: 15, total: 475.01 } });
  await screen.findByText('base fees €15.00');
  expect((await findLine()).textContent).toContain('base fees €15.00+support');
});

test('a past month says what its invoice bills, VAT and what is to be paid, leads to it, and says what came after it', async () => {
  const invoice = makeInvoiceOfMonth();
  const { open: sums } = makeBill();
  open(
    { period: '2026-10', invoice, open: { ...sums, skills: 5, support: 0, total: 5 } },
    '/settings/usage?period=2026-10',
  );
  const line = await findLine();
  await within(line).findByText('Bill of October 2026:');
  expect(line.textContent).toContain('skills €362.59+support €72.00=€434.59excl. VAT');
  expect(line.textContent).toContain('+ VAT 24%, €104.30: €538.89 to pay.Invoice ACME-2026-0011Paid');
  expect(line.textContent).toContain('€5.00 excl. VAT reported later, on the invoice of 1 Dec 2026.');
  expect(readLinks(line)).toEqual([
    ['skills €362.59', '/settings/usage?period=2026-10&skill=all'],
    ['support €72.00', '/settings/usage/support?period=2026-10'],
    ['Invoice ACME-2026-0011', `/settings/billing?invoice=${invoice._id}`],
  ]);
});

test('an older invoice, whose lines include the VAT, says how much it is', async () => {
  const vat = { ...makeVat(350.48, 84.11), areLinesNet: false };
  open(
    { period: '2026-10', invoice: makeInvoiceOfMonth({ support: 0, skills: 434.59, total: 434.59, vat }) },
    '/settings/usage?period=2026-10',
  );
  const line = await findLine();
  await within(line).findByText('incl. VAT');
  expect(line.textContent).toContain('€434.59incl. VAT€350.48 excl. VAT. VAT 24%, €84.11.');
});

test('a past month without an invoice says that, and why', async () => {
  const { open: sums } = makeBill();
  const { page } = open(
    { period: '2026-10', open: { ...sums, total: 0 }, expected: null },
    '/settings/usage?period=2026-10',
  );
  await screen.findByText('No invoice for October 2026: nothing to bill.');
  page.unmount();
  const unbilled = open({ period: '2026-10', expected: null }, '/settings/usage?period=2026-10');
  await screen.findByText(/^Not billed yet\. Amounts excl\. VAT\./);
  unbilled.page.unmount();
  open({ period: '2026-10', expected: null, next: null }, '/settings/usage?period=2026-10');
  await screen.findByText(
    /Its invoice waits for your company’s address, or was credited and waits to be issued again\.$/,
  );
});

test('the provider and a month of before the first billed one have no bill', async () => {
  open({ isBilled: false });
  await screen.findByText('Skills by cost in the period', { ignore: '[aria-hidden] caption' });
  await expect.poll(() => screen.queryByRole('region', { name: 'Bill of the month' })).toBeNull();
});
