import { randomUUID } from 'node:crypto';
import type { MailReportForm } from '#features/mail/contract/mail-reports.ts';
import type { SweepCaller, SweepWorld } from '../sweep-world.ts';
import type { TestPortal, TestUser } from '../../test-portal.ts';
import { announcementForm } from './valid-bodies.ts';
import type { ValidCalls } from './valid-call.ts';

/** For the caller; a provider's SuperAdmin in another company has no user there and chooses one. */
const toPerson = ({ own }: SweepWorld, { user, companyId }: SweepCaller) =>
  user.companyId === companyId ? user.id : own.superAdmin.id;

/** Without the user who gets it. */
export const mailReportForm: Omit<MailReportForm, 'userId'> = {
  name: 'Weekly figures',
  weekday: 1,
  hour: 8,
  period: 'week',
  parts: ['figures', 'cost'],
  technicalUsers: false,
  attachesUsage: true,
  isEnabled: true,
};

const form = (world: SweepWorld, caller: SweepCaller): MailReportForm => ({
  ...mailReportForm,
  userId: toPerson(world, caller),
});

export const mailReportCalls: ValidCalls['mailReports'] = {
  list: () => ({ input: {} }),
  get: async (world, caller) => ({
    input: { params: { id: await world.makeMailReport(caller.companyId, toPerson(world, caller)) } },
    foreignId: world.other.mailReportId,
  }),
  // The sweeps create more than a person can have.
  create: (world, caller) => ({
    input: { body: form(world, caller), headers: { 'idempotency-key': randomUUID() } },
    answers: [201, 409],
  }),
  update: async (world, caller) => ({
    input: {
      params: { id: await world.makeMailReport(caller.companyId, toPerson(world, caller)) },
      body: { ...form(world, caller), version: 1 },
    },
    answers: [200, 409],
    foreignId: world.other.mailReportId,
  }),
  delete: async (world, caller) => ({
    input: { params: { id: await world.makeMailReport(caller.companyId, toPerson(world, caller)) } },
    foreignId: world.other.mailReportId,
  }),
  preview: (world, caller) => ({ input: { body: form(world, caller) } }),
  test: (world, caller) => ({ input: { body: form(world, caller) } }),
};

const nothing = () => ({ input: {} });

const writeUnsubscribeToken = ({ adapters }: TestPortal, { companyId, id }: TestUser) =>
  adapters.unsubscribeTokens.write({ companyId, userId: id, kind: 'newSkills' });

export const mailCalls: ValidCalls['mails'] = {
  list: nothing,
  get: async (world, { companyId }) => ({
    input: { params: { id: await world.makeSentMail(companyId) } },
    foreignId: world.other.sentMailId,
  }),
  // It is a record of the company, or has no reader.
  sendInvoice: async (world, { companyId }) => ({
    input: { params: { _id: await world.makeInvoice(companyId) } },
    answers: [404, 409],
    foreignId: world.other.invoiceId,
  }),
  previewDigest: nothing,
  unsubscribe: ({ portal, own }) => ({ input: { body: { token: writeUnsubscribeToken(portal, own.superAdmin) } } }),
  unsubscribeOneClick: ({ portal, own }) => ({
    input: {
      params: { token: writeUnsubscribeToken(portal, own.superAdmin) },
      body: new Blob(['List-Unsubscribe=One-Click']),
    },
    bodyless: [200],
  }),
  listOptOuts: nothing,
  deleteOptOut: () => ({ input: { params: { kind: 'spendingDigest' } } }),
  listAnnouncements: nothing,
  createAnnouncement: () => ({ input: { body: announcementForm(), headers: { 'idempotency-key': randomUUID() } } }),
  previewAnnouncement: () => ({ input: { body: announcementForm() } }),
  testAnnouncement: () => ({ input: { body: announcementForm() } }),
};
