import { randomUUID } from 'node:crypto';
import { authorizeExample, commitExample } from '#features/money/contract/authorize-example.ts';
import { intakeExample } from '#features/intake/contract/intake-example.ts';
import type { SweepCaller, SweepWorld } from '../sweep-world.ts';
import type { MakeCall, ValidCall, ValidCalls } from './valid-call.ts';
import { mailCalls, mailReportCalls } from './valid-mail-report-calls.ts';
import { invoiceForm, smallPng } from './valid-bodies.ts';
import {
  companyCalls,
  companyDeletionCalls,
  closeCalls,
  companyNoteCalls,
  notificationCalls,
  maintenanceCalls,
  maskingCalls,
  privacyCalls,
  reminderCalls,
  rightsCalls,
  userCalls,
  paymentCalls,
} from './valid-company-calls.ts';
import {
  dryRunCalls,
  erasureCalls,
  intakeKeyCalls,
  otlpCalls,
  reportedNameCalls,
  retentionCalls,
  logImportCalls,
} from './valid-intake-calls.ts';
import {
  ownCostCalls,
  supportRequestCalls,
  billCalls,
  invoiceArchiveCalls,
  accountStatementCalls,
  journalCalls,
  companyVatCalls,
  costCalls,
  ownerLimitCalls,
  limitRequestCalls,
  usageCalls,
} from './valid-figure-calls.ts';
import { exportCalls } from './valid-download-calls.ts';
import { analyticsCalls, liveCalls, logViewCalls } from './valid-log-calls.ts';
import { sessionCalls, singleSignOnCalls } from './valid-sign-in-calls.ts';
import { integrationCalls } from './valid-integration-calls.ts';
import * as skillStore from './valid-skill-calls.ts';

/** Is no id, so that it is not taken for one. */
const newWord = () => randomUUID().replaceAll('-', '');
const nothing = () => ({ input: {} });

export const validCalls: ValidCalls = {
  session: sessionCalls,
  singleSignOn: singleSignOnCalls,
  users: userCalls,
  company: companyCalls,
  rights: rightsCalls,
  notifications: notificationCalls,
  mails: mailCalls,
  mailReports: mailReportCalls,
  companies: {
    list: nothing,
    listFigures: nothing,
    listSupport: nothing,
    approve: ({ own }) => ({ input: { params: { id: own.id } } }),
    updateBilledSince: ({ own }) => ({
      input: { params: { id: own.id }, body: { day: '2026-01-01' } },
      answers: [200, 409],
    }),
    suspend: async ({ portal }) => ({
      input: { params: { id: (await portal.makeCompany()).id }, body: { reason: 'Asked for it' } },
    }),
    reactivate: ({ own }) => ({ input: { params: { id: own.id } }, answers: [409] }),
    scheduleDeletion: async ({ portal }) => ({
      input: {
        params: { id: (await portal.makeCompany({ name: 'Left Ltd' })).id },
        body: { name: 'Left Ltd', reason: 'Left' },
      },
    }),
    cancelDeletion: ({ own }) => ({ input: { params: { id: own.id } }, answers: [409] }),
  },
  companyNotes: companyNoteCalls,
  closes: closeCalls,
  revenue: { list: nothing },
  companyDeletions: companyDeletionCalls,
  reminders: reminderCalls,
  masking: maskingCalls,
  erasures: erasureCalls,
  retention: retentionCalls,
  privacy: privacyCalls,
  operations: {
    get: nothing,
    runChecks: () => ({ input: {} }),
    retryJobs: () => ({ input: { params: { queue: 'mail.send' } } }),
  },
  maintenance: maintenanceCalls,
  audit: {
    list: () => ({ input: { query: { entity: 'user', search: 'ma', before: '999999999', limit: 5 } } }),
    export: () => ({ input: { query: { entity: 'user', search: 'ma', from: '2026-01-01' } } }),
    getChain: () => ({ input: {} }),
    getCheckpoints: () => ({ input: {}, answers: [404] }),
    verify: () => ({ input: { body: {} } }),
  },
  files: {
    get: ({ own }, { companyId }) => ({
      input: { params: { key: own.fileKey }, query: { size: 'thumbnail' } },
      ...(companyId === own.id ? {} : { answers: [404] }),
    }),
  },
  pageViews: {
    list: () => ({ input: { query: { days: '7' } } }),
    create: () => ({ input: { body: { path: '/users' } } }),
  },
  intake: {
    createBatch: () => ({ input: { body: new Blob([JSON.stringify(intakeExample)]) }, bodyless: [400] }),
    createFile: () => ({ input: { body: new Blob([smallPng]) }, bodyless: [422] }),
  },
  assistantIntegrations: {
    list: nothing,
    getCredentials: ({ own, other }) => ({
      input: { params: { id: own.integrationId }, body: {} },
      foreignId: other.integrationId,
      bodyless: [200],
    }),
  },
  authorizations: {
    create: () => ({ input: { body: { ...authorizeExample, requestId: randomUUID() } } }),
    commit: async (world) => ({
      input: {
        params: { reservation: await world.makeReservation(world.own.id) },
        body: commitExample,
      },
      foreignId: world.other.reservation,
      bodyless: [200],
    }),
    release: async (world) => ({
      input: { params: { reservation: await world.makeReservation(world.own.id) }, body: {} },
      foreignId: world.other.reservation,
      bodyless: [200],
    }),
  },
  otlp: otlpCalls,
  intakeKeys: intakeKeyCalls,
  reportedNames: reportedNameCalls,
  dryRuns: dryRunCalls,
  logImports: logImportCalls,
  integrations: integrationCalls,
  skills: skillStore.skillCalls,
  agreedPrices: skillStore.agreedPriceCalls,
  standardPrices: skillStore.standardPriceCalls,
  companyVat: companyVatCalls,
  payments: paymentCalls,
  companySkills: skillStore.companySkillCalls,
  skillApprovals: skillStore.skillApprovalCalls,
  invoices: {
    list: nothing,
    get: ({ own, other }, { companyId }) => ({
      input: { params: { _id: own.invoiceId } },
      ...(companyId === own.id ? {} : { answers: [404] }),
      foreignId: other.invoiceId,
    }),
    getPdf: ({ own, other }, { companyId }) => ({
      input: { params: { _id: own.invoiceId } },
      ...(companyId === own.id ? {} : { answers: [404] }),
      foreignId: other.invoiceId,
    }),
    // Its company has no country.
    getXml: ({ own, other }, { companyId }) => ({
      input: { params: { _id: own.invoiceId } },
      answers: [companyId === own.id ? 409 : 404],
      foreignId: other.invoiceId,
    }),
    create: () => ({ input: { body: invoiceForm(), headers: { 'idempotency-key': newWord() } } }),
    update: async (world, { companyId }) => ({
      input: { params: { _id: await world.makeInvoice(companyId) }, body: { ...invoiceForm(), version: 1 } },
      foreignId: world.other.invoiceId,
    }),
    delete: async (world, { companyId }) => ({
      input: { params: { id: await world.makeInvoice(companyId) } },
      foreignId: world.other.invoiceId,
    }),
    // It is a record of the company.
    credit: async (world, { companyId }) => ({
      input: {
        params: { _id: await world.makeInvoice(companyId) },
        body: { reason: 'Billed twice', version: 1 },
        headers: { 'idempotency-key': newWord() },
      },
      answers: [409],
      foreignId: world.other.invoiceId,
    }),
    listMonthsToIssue: nothing,
    issueAgain: async (world, { companyId }) => ({
      input: { params: { _id: await world.makeDeletedInvoice(companyId) } },
      foreignId: world.other.deletedInvoiceId,
    }),
  },
  analytics: analyticsCalls,
  logViews: logViewCalls,
  attention: { list: nothing, listCompanies: nothing },
  live: liveCalls,
  exports: exportCalls,
  usage: usageCalls,
  ownerLimits: ownerLimitCalls,
  limitRequests: limitRequestCalls,
  bill: billCalls,
  invoiceArchive: invoiceArchiveCalls,
  journal: journalCalls,
  accountStatement: accountStatementCalls,
  costs: costCalls,
  ownCosts: ownCostCalls,
  supportRequests: supportRequestCalls,
};

/** Another session of the account. */

/** The valid call of an endpoint by its place in the contract. */
export async function getValidCall(key: string, world: SweepWorld, caller: SweepCaller): Promise<ValidCall> {
  const [area = '', name = ''] = key.split('.');
  const calls = validCalls as unknown as Record<string, Record<string, MakeCall<unknown>>>;
  const makeCall = calls[area]?.[name];
  if (!makeCall) throw new Error(`No valid call is written down for ${key}.`);
  return makeCall(world, caller);
}
