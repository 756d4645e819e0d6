import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';
import type {
  BankEntry,
  EntryCandidate,
  ReadOutcome,
} from '#features/receivables/contract/payments/payment-entries.ts';
import type { EntryState } from '#features/receivables/contract/payments/entry-words.ts';
import type { ApiCall } from '#server/testing/api-client.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { writeCamt, type WrittenEntry } from './write-camt.ts';

export const providerIban = 'EE382200221020145685';

/** A test portal with its provider, whose statements are read, and customers with invoices of it. */
export function preparePayments() {
  const portal = useTestPortal();
  let operator: TestUser | undefined;
  const getOperator = () => {
    if (!operator) throw new Error('The provider is made before the tests.');
    return operator;
  };
  beforeAll(async () => {
    ({ superAdmin: operator } = await portal().makeCompany({ isProvider: true }));
  });
  const call = (path: string, request: ApiCall & { as?: TestUser } = {}) =>
    portal().call(path, { as: getOperator(), ...request });
  const inCompany = (customer: TestUser, path: string, request: ApiCall = {}) =>
    call(path, { ...request, headers: { 'x-company': customer.companyId } });
  const upload = (xml: string, as?: TestUser) =>
    call('/payments/statements?fileName=november.xml', { method: 'POST', body: xml, ...(as && { as }) });
  const list = async (state: EntryState) =>
    ((await call(`/payments/entries?state=${state}`)).body as { entries: BankEntry[] }).entries;
  const change = (entry: Pick<BankEntry, 'id' | 'version'>, verb: 'assign' | 'aside' | 'undo', body: object = {}) =>
    call(`/payments/entries/${entry.id}/${verb}`, { method: 'POST', body: { version: entry.version, ...body } });
  return {
    portal,
    operator: getOperator,
    call,
    inCompany,
    upload,
    list,
    change,
    makeCustomer: async () => (await portal().makeCompany({ hasAddress: true })).superAdmin,
    /** An invoice that the provider types, with the reference that is printed on it. */
    bill: async (customer: TestUser, euros: number, word = 'N'): Promise<InvoiceDetails> => {
      const invoiceId = `${word}-${randomUUID().slice(0, 8)}-2026`;
      const dates = { issueDate: '2026-11-01', dueDate: '2026-11-15' };
      const body = { invoiceId, company: '', ...dates, total: euros };
      const { _id } = (await inCompany(customer, '/company/billing', { method: 'POST', body })).body as Invoice;
      return (await inCompany(customer, `/company/billing/${_id}`)).body as InvoiceDetails;
    },
    see: async (customer: TestUser, { _id }: Pick<Invoice, '_id'>) =>
      (await portal().call(`/company/billing/${_id}`, { as: customer })).body as InvoiceDetails,
    /** Reads a statement with entries. */
    read: async (...entries: readonly WrittenEntry[]) =>
      (await upload(writeCamt({ iban: providerIban, id: randomUUID(), entries }))).body as ReadOutcome,
    findOpen: async (text: string): Promise<BankEntry> => {
      const found = (await list('open')).find((entry) => entry.text === text);
      if (!found) throw new Error(`no open entry says ${text}`);
      return found;
    },
    listCandidates: async ({ id }: Pick<BankEntry, 'id'>) =>
      (await call(`/payments/entries/${id}/candidates`)).body as EntryCandidate[],
  };
}

export const referenceOf = ({ payment }: InvoiceDetails): string => payment?.reference ?? '';
