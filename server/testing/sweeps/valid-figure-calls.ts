import type { JournalAccounts } from '#features/receivables/contract/journal/journal.ts';
import { ledgerAccountNames, ledgerAccounts } from '#features/receivables/contract/journal/ledger-accounts.ts';
import { randomUUID } from 'node:crypto';
import type { LogViewForm } from '#features/conversation-log/contract/log-views.ts';
import { makeLogView } from '#features/conversation-log/server/testing/make-log-view.ts';
import type { SweepCaller, SweepWorld } from './sweep-world.ts';
import type { ValidCalls } from './valid-call.ts';
import { makeRowFile } from '#features/protection/server/exports/testing/make-row-file.ts';

const nothing = () => ({ input: {} });

/** The support item of this kind is the same in every company. */
const emailSupportId = '5e0a1c6e-0b7d-4d55-9f6b-2d4c1f0e7a01';

const analyticsRange = () => ({ from: '2024-01-01T00:00:00.000Z', technicalUsers: 'true' as const });

/** Valid calls of the figures: dashboard and log, usage and limits. */
const listConversations: ValidCalls['analytics']['listConversations'] & ValidCalls['live']['watchLog'] = ({
  own,
  other,
}) => ({
  input: {
    body: {
      from: analyticsRange().from,
      users: [`${own.superAdmin.id}::${other.superAdmin.id}`, 'unmapped'],
      skills: ['unmapped'],
      status: ['Completed'],
      weekday: 1,
      hour: 0,
      failed: true,
      failures: ['RateLimitError', 'Card of [Name]'],
      models: ['gpt-5.1'],
      tools: ['find_order'],
      failedTools: ['mail [Name]'],
      unanswered: true,
      ratings: ['negative'],
      reviews: ['none' as const, 'open' as const],
      tags: ['Billing'],
      slowerThanMs: 5000,
      page: 1,
      limit: 20,
      technicalUsers: true,
      totals: true,
    },
  },
});

export const analyticsCalls: ValidCalls['analytics'] = {
  getStats: () => ({ input: { query: analyticsRange() } }),
  getAnswerStats: () => ({ input: { query: analyticsRange() } }),
  listTopUsers: () => ({ input: { query: analyticsRange() } }),
  listTopSkills: () => ({ input: { query: analyticsRange() } }),
  listSkillRequests: () => ({ input: { query: analyticsRange() } }),
  listConversations,
  findConversation: () => ({ input: { query: { externalId: 'c-4711', beginning: 'true' } } }),
  getConversation: ({ own, other }, { companyId }) => ({
    input: { params: { id: own.conversationId } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.conversationId,
  }),
  updateReview: ({ own, other }, { companyId }) => ({
    input: {
      params: { id: own.conversationId },
      body: { tags: ['Billing'], note: 'Asked twice', isResolved: true },
    },
    ...(companyId === own.id ? { answers: [200, 409] } : { answers: [404] }),
    foreignId: other.conversationId,
  }),
  listReviewTags: nothing,
  unmask: ({ own, other }, { companyId }) => ({
    input: { params: { id: own.conversationId }, body: { reason: 'A question of the person' } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.conversationId,
  }),
  listMessages: ({ own, other }, { companyId }) => ({
    input: { params: { id: own.conversationId } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.conversationId,
  }),
  getSkillStats: ({ own, other }, { companyId }) => ({
    input: { params: { _id: own.skillId }, query: analyticsRange() },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.skillId,
  }),
  getUserStats: ({ other }, { user, companyId }) => ({
    input: { params: { _id: user.id }, query: analyticsRange() },
    ...(companyId === user.companyId ? {} : { answers: [404] }),
    foreignId: other.superAdmin.id,
  }),
};

/** Whether the caller is a user of the provider who acts in a customer. */
const isInCustomer = ({ user, companyId }: SweepCaller) => user.companyId !== companyId;

/** Is no id, so that it is not taken for one. */
const newWord = () => randomUUID().replaceAll('-', '');

const toForm = (): LogViewForm => ({
  name: newWord(),
  filters: { status: ['Failed'], unanswered: true, skills: ['unmapped'], reviews: ['open'] },
  isShared: false,
});

/** A view of the caller; a guest has none, and sees one of another person. */
const makeView = ({ portal, own }: SweepWorld, caller: SweepCaller) =>
  makeLogView(portal, caller.companyId, isInCustomer(caller) ? own.superAdmin.id : caller.user.id);

export const logViewCalls: ValidCalls['logViews'] = {
  list: () => ({ input: {} }),
  listCounts: () => ({ input: { query: { from: '2024-01-01T00:00:00.000Z', technicalUsers: 'true' } } }),
  // The sweeps save more than a person can have.
  create: (_, caller) => ({
    input: { body: toForm(), headers: { 'idempotency-key': newWord() } },
    answers: isInCustomer(caller) ? [409] : [201, 409],
  }),
  update: async (world, caller) => ({
    input: { params: { id: await makeView(world, caller) }, body: { ...toForm(), version: 1 } },
    answers: isInCustomer(caller) ? [403] : [200],
    foreignId: world.other.logViewId,
  }),
  delete: async (world, caller) => ({
    input: { params: { id: await makeView(world, caller) } },
    foreignId: world.other.logViewId,
  }),
};

export const liveCalls: ValidCalls['live'] = {
  watchDashboard: () => ({ input: { query: analyticsRange() } }),
  watchLog: listConversations,
  watchTopUsers: () => ({ input: { query: analyticsRange() } }),
  watchTopSkills: () => ({ input: { query: analyticsRange() } }),
  watchUsage: () => ({ input: { query: { period: '2026-10' } } }),
};

/** Rows of all companies, which are the provider's at home. */
const atHome = (_: unknown, { companyId, user }: SweepCaller) => ({
  input: { body: { format: 'csv' as const } },
  ...(companyId !== user.companyId && { answers: [409] }),
});

export const exportCalls: ValidCalls['exports'] = {
  listConversations: ({ own, other }) => ({
    input: {
      body: { users: [`${own.superAdmin.id}::${other.superAdmin.id}`], format: 'csv', technicalUsers: true },
    },
  }),
  listMessages: () => ({ input: { body: { skills: ['unmapped'], format: 'jsonl' } } }),
  listCosts: () => ({ input: { body: { by: 'person', period: '2026-10', format: 'csv' } } }),
  listFocus: () => ({ input: { body: { period: '2026-10', format: 'semicolons' as const } } }),
  listUsage: () => ({ input: { body: { period: '2026-10', format: 'csv' } } }),
  listRequests: () => ({ input: { body: { period: '2026-10', skill: 'unmapped', format: 'csv' } } }),
  listAllInvoices: (_, { companyId, user }) => ({
    input: { body: { status: 'overdue', format: 'csv' } },
    ...(companyId !== user.companyId && { answers: [409] }),
  }),
  listAccountStatement: () => ({ input: { body: { from: '2026-10-01', to: '2026-10-31', format: 'csv' } } }),
  listJournal: (_, { companyId, user }) => ({
    input: { body: { from: '2026-10-01', to: '2026-10-31', format: 'semicolons' } },
    ...(companyId !== user.companyId && { answers: [409] }),
  }),
  listInvoices: () => ({ input: { body: { status: 'open', year: 2026, format: 'excel' } } }),
  listTopUsers: () => ({ input: { body: { from: analyticsRange().from, technicalUsers: true, format: 'csv' } } }),
  listUsers: () => ({ input: { body: { search: 'a', format: 'jsonl' } } }),
  listRevenue: atHome,
  listCompanies: atHome,
  listIntegrations: () => ({ input: { body: { search: 'a', status: 'Active', format: 'jsonl' } } }),
  listSkills: () => ({ input: { body: { search: 'a', area: 'FI', format: 'csv' } } }),
  createFile: () => ({
    input: { body: { kind: 'topUsers', filter: { from: analyticsRange().from }, format: 'jsonl' } },
    answers: [201, 429],
  }),
  listFiles: () => ({ input: {} }),
  getFile: async ({ portal, other }, { companyId, user }) => ({
    input: { params: { id: await makeRowFile(portal, { companyId, accountId: user.accountId }) } },
    foreignId: other.rowFileId,
  }),
  deleteFile: async ({ portal, other }, { companyId, user }) => ({
    input: { params: { id: await makeRowFile(portal, { companyId, accountId: user.accountId }) } },
    foreignId: other.rowFileId,
  }),
};

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
