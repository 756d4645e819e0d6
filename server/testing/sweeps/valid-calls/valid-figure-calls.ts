import type { JournalAccounts } from '#features/receivables/contract/journal/journal.ts';
import { ledgerAccountNames, ledgerAccounts } from '#features/receivables/contract/journal/ledger-accounts.ts';
import { randomUUID } from 'node:crypto';
import { isInCustomer } from '../sweep-world.ts';
import type { ValidCalls } from './valid-call.ts';

const nothing = () => ({ input: {} });

/** The support item of this kind is the same in every company. */
const emailSupportId = '5e0a1c6e-0b7d-4d55-9f6b-2d4c1f0e7a01';

/** Is no id, so that it is not taken for one. */
const newWord = () => randomUUID().replaceAll('-', '');

export const supportRequestCalls: ValidCalls['supportRequests'] = {
  list: () => ({ input: { query: { period: '2026-11' } } }),
  create: (_, caller) => ({
    input: {
      body: { date: '2026-01-05', type: 'Voice', subject: 'Setting up the gateway', minutes: 45, cost: 90.5 },
      headers: { 'idempotency-key': randomUUID().replaceAll('-', '') },
    },
    ...(isInCustomer(caller) ? {} : { answers: [409] }),
  }),
  update: async (world, { companyId }) => ({
    input: {
      params: { _id: await world.makeSupportRequest(companyId) },
      body: { date: '2026-01-06', type: 'E-mail', subject: 'Corrected', minutes: null, cost: 1.25, version: 1 },
    },
    foreignId: world.other.supportRequestId,
  }),
  delete: async (world, { companyId }) => ({
    input: { params: { _id: await world.makeSupportRequest(companyId) } },
    foreignId: world.other.supportRequestId,
  }),
};

export const ownCostCalls: ValidCalls['ownCosts'] = {
  get: () => ({ input: { query: { period: '2026-11' } } }),
  listRates: ({ own, other }, { companyId }) => ({
    input: { params: { _id: own.skillId } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.skillId,
  }),
  createRate: async (world, { companyId }) => ({
    input: { params: { _id: await world.makeSkill(companyId) }, body: { price: 0.25, validFrom: '2026-11-01' } },
    foreignId: world.other.skillId,
  }),
};

export const costCalls: ValidCalls['costs'] = {
  list: () => ({ input: { query: { by: 'person' as const, period: '2026-11' } } }),
  listMonths: () => ({ input: { query: { by: 'model' as const, period: '2026-11' } } }),
  getPersonal: () => ({ input: { query: { period: '2026-10' } } }),
};

export const invoiceArchiveCalls: ValidCalls['invoiceArchive'] = {
  // No paper is of this year.
  get: () => ({ input: { params: { year: '1999' } }, answers: [404] }),
};

export const accountStatementCalls: ValidCalls['accountStatement'] = {
  get: () => ({ input: { query: { from: '2026-01-01', to: '2026-12-31' } } }),
  getPdf: () => ({ input: { query: { from: '2026-01-01', to: '2026-12-31' } } }),
};

export const journalCalls: ValidCalls['journal'] = {
  getAccounts: () => ({ input: {} }),
  updateAccounts: () => ({
    input: {
      body: {
        accounts: Object.fromEntries(
          ledgerAccountNames.map((name) => [name, { number: ledgerAccounts[name].number, costCentre: 'CC 7' }]),
        ) as JournalAccounts,
      },
    },
  }),
};

export const billCalls: ValidCalls['bill'] = {
  get: () => ({ input: { query: { period: '2026-10' } } }),
};

export const usageCalls: ValidCalls['usage'] = {
  get: nothing,
  listEvents: ({ own, other }, { companyId }) => ({
    input: {
      params: { id: own.skillId },
      query: {
        from: '2026-10-01',
        to: '2026-11-30',
        user: own.superAdmin.id,
        limit: 5,
      },
    },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.skillId,
  }),
  updateLimit: () => ({ input: { body: { limit: 1000.5 } } }),
  updateSkillLimit: ({ own, other }, { companyId }) => ({
    input: { params: { id: own.skillId }, body: { limit: 100 } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.skillId,
  }),
  getSupport: nothing,
  updateSupportLimits: () => ({ input: { body: { limit: 200, data: [{ _id: emailSupportId, limit: 50 }] } } }),
};

export const ownerLimitCalls: ValidCalls['ownerLimits'] = {
  list: () => ({ input: { query: { kind: 'person' as const, search: 'a' } } }),
  update: () => ({ input: { body: { kind: 'eachPerson' as const, limit: 1000 } } }),
  getOwn: nothing,
};

const unknownToken = 'a'.repeat(43);

export const limitRequestCalls: ValidCalls['limitRequests'] = {
  // A person without a limit has nothing to raise; one request at a time.
  create: () => ({ input: { body: { reason: 'A report is due', limit: 50 } }, answers: [201, 409] }),
  createForRun: () => ({ input: { body: { requestId: newWord(), reason: 'A report is due' } }, answers: [404] }),
  find: () => ({ input: { body: { token: unknownToken } }, answers: [404] }),
  decide: () => ({ input: { body: { token: unknownToken, decision: 'approve', limit: 50 } }, answers: [404] }),
};

export const companyVatCalls: ValidCalls['companyVat'] = {
  get: () => ({ input: {} }),
  decide: (_, caller) => ({
    input: { body: { treatment: 'domestic', reason: '', validFrom: '2026-11-01' } },
    ...(isInCustomer(caller) ? {} : { answers: [422] }),
  }),
  // The company has no VAT number.
  check: () => ({ input: {}, answers: [409] }),
};
