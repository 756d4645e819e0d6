import { randomUUID } from 'node:crypto';
import { ProfileUpdate } from '#features/people/contract/users.ts';
import { newUserForm, profileForm } from '../user-forms.ts';
import type { ValidCalls } from './valid-call.ts';

const nothing = () => ({ input: {} });

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
  }),
  deactivateMany: async (world, { companyId }) => ({
    input: { body: { users: [await world.makeVictim(companyId)] } },
  }),
  reactivateMany: async (world, { companyId }) => ({
    input: { body: { users: [await world.makeVictim(companyId)] } },
  }),
  sendInvitations: async (world, { companyId }) => ({
    input: { body: { users: [await world.makeVictim(companyId)] }, headers: { 'idempotency-key': randomUUID() } },
  }),
  getSapId: nothing,
};
