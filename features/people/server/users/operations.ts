import type { usersContract } from '#features/people/contract/users.ts';
import { createUsers } from './invite-users.service.ts';
import { deactivateUser, reactivateUser, resetTwoFactor, sendInvitation } from './user-life.service.ts';
import { deactivateUsers, reactivateUsers, sendInvitations, updateRoles } from './user-steps.service.ts';
import { updateUser } from './user-update.service.ts';
import { getOfferedRoles } from './users.policy.ts';
import { createUser, getUser, deleteUsers, listUsers } from './users.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const usersOperations: Operations<typeof usersContract> = {
  listRoles: (_portal, { actor }) => getOfferedRoles(actor),
  list: (portal, { actor }, { query }) => listUsers(portal, actor, query ?? {}),
  get: (portal, { actor }, { params }) => getUser(portal, actor, params.id),
  create: (portal, call, { body, headers }) => createUser(portal, call, body, headers['idempotency-key']),
  createMany: (portal, call, { body, headers }) => createUsers(portal, call, body.users, headers['idempotency-key']),
  update: (portal, call, { params, body }) => updateUser(portal, call, params.id, body),
  delete: (portal, call, { body }) => deleteUsers(portal, call, body),
  sendInvitation: (portal, call, { params }) => sendInvitation(portal, call, params.id),
  deactivate: (portal, call, { params }) => deactivateUser(portal, call, params.id),
  reactivate: (portal, call, { params }) => reactivateUser(portal, call, params.id),
  resetTwoFactor: (portal, call, { params }) => resetTwoFactor(portal, call, params.id),
  updateRoles: (portal, call, { body }) => updateRoles(portal, call, body),
  deactivateMany: (portal, call, { body }) => deactivateUsers(portal, call, body.users),
  reactivateMany: (portal, call, { body }) => reactivateUsers(portal, call, body.users),
  sendInvitations: (portal, call, { body, headers }) =>
    sendInvitations(portal, call, body.users, headers['idempotency-key']),
  getSapId: async (portal, { actor }) => {
    const { userId } = actor;
    const { sapId } = await getUser(portal, actor, userId);
    return { sapId: sapId ?? null };
  },
};
