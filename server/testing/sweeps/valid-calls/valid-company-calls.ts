import { randomUUID } from 'node:crypto';
import { ProfileUpdate } from '#features/people/contract/users.ts';
import { readConfig } from '../../../config/config.ts';
import { newUserForm, profileForm } from '../../user-forms.ts';
import { makeBankEntry } from '#features/receivables/server/payments/testing/make-bank-entry.ts';
import { writeCamt } from '#features/receivables/server/payments/testing/write-camt.ts';
import { makeExport } from '#features/protection/server/privacy/testing/make-export.ts';
import { defaultReminderLevels } from '#features/receivables/contract/dunning/reminder-levels.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { companyForm, notificationForm, smallPng } from './valid-bodies.ts';
import type { SweepCaller, SweepWorld } from '../sweep-world.ts';
import type { ValidCalls } from './valid-call.ts';

/** Valid calls of the company's details and settings. */
export const companyCalls: ValidCalls['company'] = {
  get: () => ({ input: {} }),
  update: (_, { user, companyId }) => ({
    input: { body: companyForm(companyId === user.companyId ? user.email : null) },
  }),
  updateLogo: () => ({ input: { body: new Blob([smallPng]) } }),
  deleteLogo: () => ({ input: {} }),
  closeFirstSteps: () => ({ input: {} }),
};

export const rightsCalls: ValidCalls['rights'] = {
  get: () => ({ input: {} }),
  update: () => ({ input: { body: { levels: defaultRights } } }),
};

export const maskingCalls: ValidCalls['masking'] = {
  get: () => ({ input: {} }),
  update: () => ({ input: { body: { shown: [], patterns: [] } } }),
  try: () => ({ input: { body: { settings: { shown: [], patterns: [] }, text: '+372 5123 4567' } } }),
  preview: () => ({ input: { body: { settings: { shown: [], patterns: [] } } } }),
};

export const notificationCalls: ValidCalls['notifications'] = {
  get: () => ({ input: {} }),
  update: () => ({ input: { body: notificationForm() } }),
};

export const privacyCalls: ValidCalls['privacy'] = {
  listExports: () => ({ input: {} }),
  createExport: () => ({ input: {}, answers: [201, 409] }),
  getExportFile: async ({ portal, other: { exportId } }, { companyId }) => ({
    input: { params: { id: await makeExport(portal, companyId) } },
    foreignId: exportId,
  }),
};

/** No company is deleted in the world of the sweeps. */
export const companyDeletionCalls: ValidCalls['companyDeletions'] = {
  list: () => ({ input: {} }),
  getCertificate: ({ own }) => ({ input: { params: { id: own.id } }, answers: [404] }),
  getInvoice: ({ own }) => ({ input: { params: { id: own.invoiceId } }, answers: [404] }),
};

const nothing = () => ({ input: {} });

/** The begin is followed by its end, before a call that would be denied. */
export const maintenanceCalls: ValidCalls['maintenance'] = {
  get: nothing,
  enable: () => ({ input: { body: { message: 'Back soon.', minutes: 30 } } }),
  disable: nothing,
};

/** Valid calls of the users of a company. */
export const userCalls: ValidCalls['users'] = {
  listRoles: nothing,
  list: () => ({ input: { query: { stringValue: 'ma', limit: 5 } } }),
  get: (_, { user }) => ({ input: { params: { id: user.id } } }),
  create: () => ({ input: { body: newUserForm(), headers: { 'idempotency-key': randomUUID() } } }),
  createMany: () => ({ input: { body: { users: [newUserForm()] }, headers: { 'idempotency-key': randomUUID() } } }),
  update: (_, { user }) => ({
    input: { params: { id: user.id }, body: profileForm(user.email) },
    body: ProfileUpdate,
  }),
  delete: async (world, { companyId }) => ({ input: { body: [await world.makeVictim(companyId)] } }),
  sendInvitation: async (world, { companyId }) => ({ input: { params: { id: await world.makeVictim(companyId) } } }),
  deactivate: async (world, { companyId }) => ({ input: { params: { id: await world.makeVictim(companyId) } } }),
  reactivate: async (world, { companyId }) => ({ input: { params: { id: await world.makeVictim(companyId) } } }),
  resetTwoFactor: async (world, { companyId }) => ({
    input: { params: { id: await world.makeVictim(companyId) } },
    answers: [409],
  }),
  updateRoles: async (world, { companyId }) => ({
    input: { body: { users: [await world.makeVictim(companyId)], role: 'Admin' as const } },
    unknown: [200],
  }),
  deactivateMany: async (world, { companyId }) => ({
    input: { body: { users: [await world.makeVictim(companyId)] } },
    unknown: [200],
  }),
  reactivateMany: async (world, { companyId }) => ({
    input: { body: { users: [await world.makeVictim(companyId)] } },
    unknown: [200],
  }),
  sendInvitations: async (world, { companyId }) => ({
    input: { body: { users: [await world.makeVictim(companyId)] }, headers: { 'idempotency-key': randomUUID() } },
    unknown: [200],
  }),
  getSapId: nothing,
};

/** An entry of the company that the caller is a user of. */
const makeEntry = ({ portal }: SweepWorld, { user }: SweepCaller) => makeBankEntry(portal, user.companyId);

function statementFile() {
  const { iban } = readConfig({}).provider;
  const xml = writeCamt({ iban, entries: [{ details: [{ cents: 100, text: 'Of no invoice' }] }] });
  return { input: { body: new Blob([xml]) }, bodyless: [422] };
}

export const paymentCalls: ValidCalls['payments'] = {
  previewStatement: () => statementFile(),
  readStatement: () => statementFile(),
  listStatements: nothing,
  undoStatement: async (world, caller) => ({
    input: { params: { id: (await makeEntry(world, caller)).statementId } },
  }),
  list: () => ({ input: { query: { state: 'open', search: 'ma' } } }),
  listCandidates: async (world, caller) => ({ input: { params: { id: (await makeEntry(world, caller)).id } } }),
  // The invoice is not there.
  assign: async (world, caller) => {
    const { id } = await makeEntry(world, caller);
    return { input: { params: { id }, body: { candidateId: id, version: 1 } }, answers: [404] };
  },
  setAside: async (world, caller) => ({
    input: { params: { id: (await makeEntry(world, caller)).id }, body: { version: 1 } },
  }),
  undo: async (world, caller) => ({
    input: { params: { id: (await makeEntry(world, caller)).id }, body: { version: 1 } },
  }),
};
const reminderSettings = { isEnabled: false, levels: [...defaultReminderLevels], suspensionAfterDays: 30 };
const stopOf = ({ own }: SweepWorld) => ({ companyId: own.id, invoiceId: null, reason: 'Disputed', until: null });

/** Valid calls of the payment reminders, which are the provider's for all companies. */
export const reminderCalls: ValidCalls['reminders'] = {
  getSettings: nothing,
  updateSettings: () => ({ input: { body: reminderSettings } }),
  preview: () => ({ input: { body: reminderSettings } }),
  listStops: nothing,
  createStop: (world) => ({ input: { body: stopOf(world) } }),
  deleteStop: async (world) => ({
    input: { params: { id: await makeStop(world) } },
    // The stops of all companies are the provider's.
    foreignId: world.own.id,
  }),
  listSent: ({ own, other }, { companyId }) => ({
    input: { params: { _id: own.invoiceId } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.invoiceId,
  }),
};

/** Valid calls of the provider's notes about companies. */
export const companyNoteCalls: ValidCalls['companyNotes'] = {
  list: ({ own }) => ({ input: { params: { id: own.id } } }),
  create: ({ own }) => ({ input: { params: { id: own.id }, body: { text: 'Called' } } }),
  update: async (world, caller) => ({
    input: { params: await makeNote(world, caller), body: { text: 'Called again' } },
  }),
  delete: async (world, caller) => ({ input: { params: await makeNote(world, caller) } }),
};

/** A note that the caller wrote. */
async function makeNote({ portal, own }: SweepWorld, { user }: SweepCaller) {
  const { rows } = await portal.database.systemPool.query<{ id: string }>(
    `insert into company_notes (company_id, text, author_account_id, author_name, created_at)
      values ($1, 't', $2, 'a', now()) returning id`,
    [own.id, user.accountId],
  );
  return { id: own.id, noteId: rows[0]?.id ?? '' };
}

async function makeStop(world: SweepWorld): Promise<string> {
  const { rows } = await world.portal.database.systemPool.query<{ id: string }>(
    `insert into reminder_stops (company_id, reason, created_by, created_at) values ($1, 'r', 'a', now())
      returning id`,
    [(await world.portal.makeCompany()).id],
  );
  return rows[0]?.id ?? '';
}

export const closeCalls: ValidCalls['closes'] = {
  list: nothing,
  issue: ({ own }) => ({ input: { params: { id: own.id }, body: {} }, answers: [201, 409] }),
};
