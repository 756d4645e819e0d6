import type { Uses } from '#server/portal/portal.ts';
import { getAssignableRoles, type Role } from '#contract/capabilities.ts';
import type { StepAnswer } from '#features/people/contract/user-step-endpoints.ts';
import { judgeStep, type StepResult, type UsersStep } from '#features/people/contract/user-steps.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import { createOnce } from '#server/records/idempotency.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { endAccess, mailInvitation } from './user-life.service.ts';
import { toAccess } from './users.policy.ts';
import * as repository from './users.repository.ts';
import type { StoredUser } from './users.repository.ts';
import { lockUsersToManage, toAuditedUser, toAuditSubject } from './users.service.ts';

type Outcome = StepAnswer['results'][number]['result'];

/** Gives users one role in place of those that they hold. A save of a form that was opened before is stale then. */
export function updateRoles(
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  { users, role }: { readonly users: readonly string[]; readonly role: Role },
): Promise<StepAnswer> {
  const now = portal.clock.now();
  return takeStep(portal, context, { step: { name: 'updateRoles', role }, users }, async (tx, taken) => {
    await repository.updateRoles(tx, { ids: taken.map(({ id }) => id), roles: [role], now });
    for (const user of taken) {
      await recordAudit(tx, {
        ...toAuditSubject(user),
        ...toAuditStamp(context, now),
        action: 'users.update',
        before: toAuditedUser(user),
        after: { ...toAuditedUser(user), roles: [role] },
      });
    }
  });
}

/** Deactivates users: live tokens and sessions are denied from the next call on. */
export async function deactivateUsers(
  portal: Uses<'database' | 'queues' | 'clock'>,
  context: CallContext,
  users: readonly string[],
): Promise<StepAnswer> {
  const now = portal.clock.now();
  const deactivated: StoredUser[] = [];
  const answer = await takeStep(portal, context, { step: { name: 'deactivateMany' }, users }, async (tx, taken) => {
    deactivated.push(...taken);
    await setDeactivated(tx, context, { users: taken, isDeactivated: true, now });
  });
  if (deactivated.length > 0) await endAccess(portal, context.actor.companyId, deactivated);
  return answer;
}

export function reactivateUsers(
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  users: readonly string[],
): Promise<StepAnswer> {
  const now = portal.clock.now();
  return takeStep(portal, context, { step: { name: 'reactivateMany' }, users }, (tx, taken) =>
    setDeactivated(tx, context, { users: taken, isDeactivated: false, now }),
  );
}

interface StatusChange {
  readonly users: readonly StoredUser[];
  readonly isDeactivated: boolean;
  readonly now: Date;
}

async function setDeactivated(
  tx: CompanyTransaction,
  context: CallContext,
  { users, isDeactivated, now }: StatusChange,
): Promise<void> {
  const ids = users.map(({ id }) => id);
  await repository.setDeactivated(tx, { ids, deactivatedAt: isDeactivated ? now : null, now });
  for (const user of users) {
    await recordAudit(tx, {
      ...toAuditSubject(user),
      ...toAuditStamp(context, now),
      action: isDeactivated ? 'users.deactivate' : 'users.reactivate',
    });
  }
}

interface AskedStep {
  readonly step: UsersStep;
  readonly users: readonly string[];
}

/**
 * Takes a step in one transaction, so that all users whom it takes are changed or none; the others keep what they are, each
 * with its reason.
 */
function takeStep(
  { database }: Uses<'database'>,
  context: CallContext,
  { step, users }: AskedStep,
  write: (tx: CompanyTransaction, taken: readonly StoredUser[]) => Promise<void>,
): Promise<StepAnswer> {
  const ids = toIds(users);
  return database.inCompany(context.actor.companyId, async (tx) => {
    const found = await lockUsersToManage(tx, context.actor, ids);
    const others = await repository.countOtherSuperAdmins(tx, { ids });
    const results = judge(context.actor, step, found, others.count);
    const taken = found.filter(({ id }) => results.get(id) === 'done');
    if (taken.length > 0) await write(tx, taken);
    return { results: ids.map((id) => ({ id, result: results.get(id) ?? 'gone' })) };
  });
}

const toIds = (users: readonly string[]) => [...new Set(users.map((id) => id.toLowerCase()))];

function judge(
  actor: Actor,
  step: UsersStep,
  found: readonly StoredUser[],
  otherSuperAdmins: number,
): ReadonlyMap<string, StepResult> {
  const users = found.map((user) => ({ id: user.id, roles: user.roles, access: toAccess(actor, user) }));
  return judgeStep(step, users, { ownId: actor.userId, grantable: getAssignableRoles(actor), otherSuperAdmins });
}

/**
 * Sends invitations again, one after the other and each in a transaction of its own, so that the limit of the hour keeps
 * those that were sent. A repeated key sends none twice.
 */
export async function sendInvitations(
  portal: Uses<'database' | 'identity' | 'mails' | 'clock'>,
  context: CallContext,
  users: readonly string[],
  idempotencyKey: string | undefined,
): Promise<StepAnswer> {
  const ids = toIds(users);
  const results: StepAnswer['results'] = [];
  for (const [place, id] of ids.entries()) {
    const outcome = await sendInvitationTo(portal, context, id, idempotencyKey && `${idempotencyKey}:${id}`);
    if (typeof outcome !== 'number') {
      results.push({ id, result: outcome });
      continue;
    }
    const waiting = ids.slice(place).map((each) => ({ id: each, result: 'waiting' as const }));
    return { results: [...results, ...waiting], retryAfterSeconds: outcome };
  }
  return { results };
}

/** The result of one user, or the seconds until the company may mail again. */
async function sendInvitationTo(
  portal: Uses<'database' | 'identity' | 'mails' | 'clock'>,
  context: CallContext,
  id: string,
  key: string | undefined,
): Promise<Outcome | number> {
  const { actor } = context;
  const request = { key, operation: 'users.send-invitation', request: { id }, now: portal.clock.now() };
  try {
    return await portal.database.inCompany(actor.companyId, async (tx) => {
      const [user] = await lockUsersToManage(tx, actor, [id]);
      if (!user) return 'gone';
      return createOnce<Outcome>(tx, request, async () => {
        const result = judge(actor, { name: 'sendInvitations' }, [user], 0).get(id) ?? 'gone';
        if (result === 'done') await mailInvitation(portal, tx, context, user);
        return result;
      });
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'request.too-many') return error.retryAfterSeconds ?? 1;
    throw error;
  }
}
