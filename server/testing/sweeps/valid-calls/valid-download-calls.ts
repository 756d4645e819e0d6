import { makeRowFile } from '#features/protection/server/exports/testing/make-row-file.ts';
import type { SweepCaller } from '../sweep-world.ts';
import type { ValidCalls } from './valid-call.ts';

const analyticsFrom = '2024-01-01T00:00:00.000Z';

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
  listTopUsers: () => ({ input: { body: { from: analyticsFrom, technicalUsers: true, format: 'csv' } } }),
  listUsers: () => ({ input: { body: { search: 'a', format: 'jsonl' } } }),
  listRevenue: atHome,
  listCompanies: atHome,
  listIntegrations: () => ({ input: { body: { search: 'a', status: 'Active', format: 'jsonl' } } }),
  listSkills: () => ({ input: { body: { search: 'a', area: 'FI', format: 'csv' } } }),
  createFile: () => ({
    input: { body: { kind: 'topUsers', filter: { from: analyticsFrom }, format: 'jsonl' } },
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
