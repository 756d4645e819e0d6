import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import type { Role } from '#contract/capabilities.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { BillingPage } from '../billing-page.tsx';
import { makeCompanyVat } from '../../vat/testing/make-vat.ts';
import { makeBill } from '../../bill/testing/make-bill.ts';
import { invoiceId, makeDetails, makeInvoice } from './make-invoice.ts';

export const overdue = makeInvoice({
  _id: invoiceId.replace(/3$/, '4'),
  invoiceId: 'OLD-1',
  status: 'Overdue',
  total: 0.07,
});
export const paid = makeInvoice({ _id: invoiceId.replace(/3$/, '5'), invoiceId: 'OLD-2', status: 'Paid' });

interface Opening {
  readonly invoices?: MockedEndpoints['invoices'];
  readonly mails?: MockedEndpoints['mails'];
  readonly accountStatement?: MockedEndpoints['accountStatement'];
  readonly roles?: Role[];
  readonly isProvider?: boolean;
  readonly path?: string;
}

/** Opens the billing page with a pending, an overdue and a paid invoice, unless others are given. */
export async function openBilling({
  invoices = {},
  mails = {},
  accountStatement = {},
  roles = ['SuperAdmin'],
  isProvider = false,
  path = '/settings/billing',
}: Opening = {}) {
  const canEdit = roles.includes('SuperAdmin');
  const allow = (invoice: Invoice) => ({
    ...invoice,
    canEdit,
    canMarkPaid: canEdit && invoice.status !== 'Paid',
    canDelete: canEdit && invoice.status !== 'Paid',
  });
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles, isProvider }) },
    invoices: { list: [makeInvoice(), overdue, paid].map(allow), get: makeDetails(), ...invoices },
    mails,
    accountStatement,
    bill: { get: makeBill() },
    companyVat: { get: makeCompanyVat() },
  });
  const page = renderPage(BillingPage, path);
  await screen.findByRole('heading', { level: 1, name: 'Billing', hidden: true });
  return { api, page, person: userEvent.setup() };
}

export const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
export async function openOptions(person: ReturnType<typeof userEvent.setup>, name: string) {
  await rowOf(name);
  await person.click(screen.getByRole('button', { name: `Options of ${name}` }));
  return screen.findByRole('menu');
}
