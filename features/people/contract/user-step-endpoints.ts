import * as z from 'zod';
import { roles } from '#contract/roles.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, IdempotencyHeaders } from '#contract/fields.ts';
import { invitationsPerCall, stepResults, usersPerStep } from './user-steps.ts';

const endpoint = defineEndpoints('Users');

const toIds = (most: number) =>
  z
    .array(Id, { error: 'A list of ids is required.' })
    .min(1, { error: 'Select at least one user.' })
    .max(most, { error: `Send at most ${most} users at once.` });

const Users = z.strictObject({ users: toIds(usersPerStep) });

/**
 * One result for each of the ids, in their order. `gone`: no user of the company has the id. `waiting`: the company has sent
 * its share of e-mails for this hour.
 */
const StepAnswer = z.object({
  results: z.array(z.object({ id: Id, result: z.enum([...stepResults, 'gone', 'waiting']) })),
  retryAfterSeconds: z.int().optional(),
});
export type StepAnswer = z.infer<typeof StepAnswer>;

/** Steps that take several users, each with its own result; a repeated call leaves as they are those who were taken before. */
export const userStepsContract = {
  updateRoles: endpoint({
    method: 'POST',
    path: '/users/roles',
    summary: 'Give several users one role, in place of those they hold',
    access: 'users.manage',
    problems: ['users.last-super-admin'],
  })
    .input(z.object({ body: Users.extend({ role: z.enum(roles) }) }))
    .output(StepAnswer),

  deactivateMany: endpoint({
    method: 'POST',
    path: '/users/deactivations',
    summary: 'Deactivate several users: all sessions end, and signing in is denied; the history stays',
    access: 'users.manage',
    problems: ['users.last-super-admin'],
  })
    .input(z.object({ body: Users }))
    .output(StepAnswer),

  reactivateMany: endpoint({
    method: 'POST',
    path: '/users/reactivations',
    summary: 'Let several deactivated users sign in again',
    access: 'users.manage',
  })
    .input(z.object({ body: Users }))
    .output(StepAnswer),

  sendInvitations: endpoint({
    method: 'POST',
    path: '/users/invitations/mails',
    summary: 'Send several invitations again; a repeated call with the same key sends none twice',
    access: 'users.manage',
  })
    .input(z.object({ body: z.strictObject({ users: toIds(invitationsPerCall) }), headers: IdempotencyHeaders }))
    .output(StepAnswer),
};
