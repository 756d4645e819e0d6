import { randomUUID } from 'node:crypto';
import type { MailReportForm } from '#features/mail/contract/mail-reports.ts';
import type { SweepCaller, SweepWorld } from './sweep-world.ts';
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
