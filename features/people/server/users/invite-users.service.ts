import type { Uses } from '#server/portal/portal.ts';
import { toEmailKey } from '#contract/fields.ts';
import type { Invitation, InvitationResult } from '#features/people/contract/users.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { createUser } from './users.service.ts';

interface Invited {
  readonly results: InvitationResult[];
  readonly retryAfterSeconds?: number;
}

/**
 * Creates the users of a list one after the other, each in a transaction of its own, so that a bad row keeps none of the
 * others. A row that a repeated call has created before gets its first answer.
 */
export async function createUsers(
  portal: Uses<'database' | 'identity' | 'mails' | 'clock'>,
  context: CallContext,
  users: readonly Invitation[],
  idempotencyKey: string | undefined,
): Promise<Invited> {
  const results: InvitationResult[] = [];
  for (const [place, user] of users.entries()) {
    const key = idempotencyKey && `${idempotencyKey}:${toEmailKey(user.email)}`;
    const answer = await createRow(portal, context, user, key);
    if (typeof answer !== 'number') {
      results.push({ email: user.email, ...answer });
      continue;
    }
    const waiting = users.slice(place).map(({ email }) => ({ email, result: 'waiting' as const }));
    return { results: [...results, ...waiting], retryAfterSeconds: answer };
  }
  return { results };
}

/** The result of one row, or the seconds until the company may mail again. */
async function createRow(
  portal: Uses<'database' | 'identity' | 'mails' | 'clock'>,
  context: CallContext,
  user: Invitation,
  key: string | undefined,
): Promise<Omit<InvitationResult, 'email'> | number> {
  try {
    const { id } = await createUser(portal, context, user, key);
    return { result: 'invited', id };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'users.email-taken') return { result: 'exists' };
    if (error.code === 'users.role-not-grantable') return { result: 'refused' };
    if (error.code === 'request.too-many') return error.retryAfterSeconds ?? 1;
    throw error;
  }
}
