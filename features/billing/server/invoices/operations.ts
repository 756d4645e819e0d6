import type { billContract } from '#features/billing/contract/bill.ts';
import type { invoicesContract } from '#features/billing/contract/invoices.ts';
import { getBill, type FindUsage } from './bill/bill.service.ts';
import { creditInvoice } from './credit/credit.service.ts';
import { issueAgain, listMonthsToIssue } from './credit/months-to-issue.service.ts';
import { createInvoice, deleteInvoice, listInvoices, updateInvoice } from './invoices.service.ts';
import { getInvoiceXml } from './e-invoice/read-xml.service.ts';
import { getInvoice, getInvoicePdf } from './read-invoice.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const invoicesOperations: Operations<typeof invoicesContract> = {
  list: (portal, { actor }) => listInvoices(portal, actor),
  get: (portal, { actor }, { params }) => getInvoice(portal, actor, params._id),
  getPdf: (portal, { actor }, { params }) => getInvoicePdf(portal, actor, params._id),
  getXml: (portal, { actor }, { params, query }) => getInvoiceXml(portal, actor, params._id, query?.syntax),
  create: (portal, call, { body, headers }) => createInvoice(portal, call, body, headers['idempotency-key']),
  update: (portal, call, { params, body }) => updateInvoice(portal, call, params._id, body),
  delete: (portal, call, { params }) => deleteInvoice(portal, call, params.id),
  credit: (portal, call, { params, body, headers }) =>
    creditInvoice(portal, call, { id: params._id, credit: body, idempotencyKey: headers['idempotency-key'] }),
  listMonthsToIssue: (portal, { actor }) => listMonthsToIssue(portal, actor),
  issueAgain: (portal, call, { params }) => issueAgain(portal, call, params._id),
};

/** @param findUsage of the feature `money`, which a bill says beside what is to be paid */
export const createBillOperations = (findUsage: FindUsage): Operations<typeof billContract> => ({
  get: (portal, { actor }, { query }) =>
    getBill(portal, actor, query?.period, () => findUsage(portal, actor, query?.period)),
});
