import type { LimitDecision, LimitRequest } from '#features/money/contract/limits/limit-requests.ts';
import { toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import {
  fromLimit,
  toLimit,
  updateCompanyLimitInTransaction,
  updateSkillLimitInTransaction,
} from '../../usage/limits.service.ts';
import { lockLimits } from '../../usage/limits.repository.ts';
import { updateOwnerLimitInTransaction } from '../owner-limits.service.ts';
import { findNamedLimit, type NamedLimit } from './named-limit.service.ts';
import { hashToken } from './limit-requests.service.ts';
import * as repository from './limit-requests.repository.ts';
import type { StoredRequest } from './limit-requests.repository.ts';

/** @throws Problem `record.not-found` for a token of no request of this company */
export async function findRequest(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  token: string,
): Promise<LimitRequest> {
  return database.inCompany(context.actor.companyId, async (tx) => {
    const { request, limit } = await lockRequest(tx, token, clock.now());
    return toLimitRequest(request, limit);
  });
}

/**
 * Approves or declines a request, once: the limit changes with it, the audit log has both, and the person gets an e-mail.
 * @throws Problem `record.not-found`, `limits.request-closed`, `request.invalid` for a limit that is not more than the present one
 */
export async function decideRequest(
  portal: Uses<'database' | 'clock' | 'mails'>,
  context: CallContext,
  { token, decision, limit: amount }: LimitDecision,
): Promise<LimitRequest> {
  const { actor } = context;
  return portal.database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'limits.manage');
    const now = portal.clock.now();
    await lockLimits(tx, now);
    const { request, limit } = await lockRequest(tx, token, now);
    if (request.state !== 'open') throw new Problem('limits.request-closed');
    const isApproved = decision === 'approve' && amount !== undefined;
    if (isApproved) await raise(portal, tx, context, { limit, amount });
    const state = isApproved ? ('approved' as const) : ('declined' as const);
    await repository.closeRequest(tx, { id: request.id, state, now });
    const raised = isApproved ? fromLimit(amount) : null;
    await recordDecision(tx, context, { request, limit, raised, now });
    await mailAnswer(portal, tx, context, { request, limit, raised });
    return toLimitRequest({ ...request, state }, raised === null ? limit : { ...limit, limit: raised });
  });
}

interface Decided {
  readonly request: StoredRequest;
  /** The limit before the decision. */
  readonly limit: NamedLimit;
  /** Null where the request was declined. */
  readonly raised: TenThousandths | null;
}

const entities = { account: 'companyLimit', skill: 'skillLimit' } as const;

function recordDecision(
  tx: CompanyTransaction,
  context: CallContext,
  { request, limit, raised, now }: Decided & { readonly now: Date },
): Promise<void> {
  const { kind, owner, name } = limit;
  return recordAudit(tx, {
    entity: kind === 'account' || kind === 'skill' ? entities[kind] : 'ownerLimit',
    entityId: owner || context.actor.companyId,
    entityLabel: name || 'Account limit',
    ...toAuditStamp(context, now),
    action: raised === null ? 'limits.decline-request' : 'limits.approve-request',
    before: { limit: toLimit(limit.limit) },
    after: {
      ...(raised !== null && { limit: toLimit(raised) }),
      reason: request.reason,
      ...(request.requester !== '' && { requestedBy: request.requester }),
      ...(request.key !== '' && { requestedThrough: request.key }),
    },
  });
}

async function mailAnswer(
  { mails }: Uses<'mails'>,
  tx: CompanyTransaction,
  { actor: { companyId, companyName } }: CallContext,
  { request: { requesterEmail: email, requesterFirstName: firstName }, limit: { kind, name }, raised }: Decided,
): Promise<void> {
  if (email === '') return;
  await mails.sendLimitAnswer(tx, { email, firstName, companyName, companyId, kind, name, limit: raised });
}

async function lockRequest(tx: CompanyTransaction, token: string, now: Date) {
  const request = await repository.lockRequest(tx, { tokenHash: hashToken(token), now });
  const limit = request && (await findNamedLimit(tx, request));
  if (!limit) throw new Problem('record.not-found');
  return { request, limit };
}

interface Raise {
  readonly limit: NamedLimit;
  /** In euros. */
  readonly amount: number;
}

function raise(
  portal: Uses<'clock'>,
  tx: CompanyTransaction,
  context: CallContext,
  { limit: { kind, owner, limit, action }, amount }: Raise,
): Promise<unknown> {
  // The limit was removed since, so that nothing stops what was asked for.
  if (limit === null) throw new Problem('limits.request-closed');
  if (amount <= toEuros(limit)) {
    throw new Problem('request.invalid', {
      fields: [{ path: 'limit', message: 'The new limit must be higher than the present one.' }],
    });
  }
  const update = { limit: amount, action };
  if (kind === 'account') return updateCompanyLimitInTransaction(portal, tx, context, update);
  if (kind === 'skill') return updateSkillLimitInTransaction(portal, tx, context, { id: owner, ...update });
  return updateOwnerLimitInTransaction(portal, tx, context, { kind, owner, ...update });
}

const toLimitRequest = (request: StoredRequest, limit: NamedLimit): LimitRequest => ({
  kind: request.kind,
  name: limit.name,
  requester: request.requester,
  key: request.key,
  reason: request.reason,
  wanted: toLimit(request.wanted),
  limit: toLimit(limit.limit),
  action: limit.action,
  state: request.state,
  createdAt: request.createdAt.toISOString(),
  expiresAt: request.expiresAt.toISOString(),
});
