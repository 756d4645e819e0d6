import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { makeCompanyVat } from '../vat/testing/make-vat.ts';
import { makeBill } from '../bill/testing/make-bill.ts';
import { BillingPage } from './billing-page.tsx';
import { invoiceId, makeDetails } from './testing/make-invoice.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a record of the company is called so, and has no VAT, bank, reference and code', async () => {
  const get = makeDetails({ isOwn: true, addedBy: 'Maarja Kask', lines: [], vat: null, payment: null });
  mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    invoices: { list: [], get },
    bill: { get: makeBill() },
    companyVat: { get: makeCompanyVat() },
  });
  renderPage(BillingPage, `/settings/billing?invoice=${invoiceId}`);
  const dialog = await screen.findByRole('dialog', { name: 'Record of the company ACME-2026-0007' });
  within(dialog).getByText(/This is no invoice of the provider/);
  within(dialog).getByText('Record of the company, added by Maarja Kask');
  expect(dialog.textContent).not.toMatch(/VAT \d|Net amount|IBAN|RF39|bank transfer/);
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
});
