import { toLedgerMoment } from '#domain/ledger/calendar/ledger-moment.ts';
import type { Uses } from '#server/portal/portal.ts';
import { randomUUID } from 'node:crypto';
import { can } from '#contract/capabilities.ts';
import type { Erasure, KeyContents, KeyDeletionForm } from '#features/protection/contract/erasures.ts';
import type { ShownIds } from '#server/lib/crypto/shown-ids.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import * as repository from './erasures.repository.ts';
import type { StoredErasure } from './erasures.repository.ts';
import { runErasure, toSubject } from './run-erasure.service.ts';

export function toErasure(ids: ShownIds, stored: StoredErasure): Erasure {
  const { id, kind, subjectId, state, conversations, messages, requests, files } = stored;
  return {
    id,
    kind,
    subjectId: kind === 'conversation' ? ids.show(subjectId) : subjectId,
    state,
    conversations,
    messages,
    requests,
    files,
    requestedAt: stored.requestedAt.toISOString(),
    finishedAt: stored.finishedAt?.toISOString() ?? null,
  };
}

export async function listErasures({ database }: Uses<'database'>, actor: Actor): Promise<Erasure[]> {
  const stored = await database.inCompany.read(actor.companyId, (tx) => repository.listErasures(tx));
  return stored.map((each) => toErasure(actor.ids, each));
}

interface Request extends Pick<StoredErasure, 'kind' | 'subjectId'> {
  readonly reason: string;
  readonly deletesRequests?: boolean;
  readonly userNumbers?: readonly number[];
  /** By when another portal carries it out, where this one does not. */
  readonly startAfter?: Date;
}

/** Who requests it, and why, is an audit entry. @throws Problem `erasures.waiting` */
export async function createErasure(
  { jobs, clock }: Uses<'jobs' | 'clock'>,
  tx: CompanyTransaction,
  context: CallContext,
  { reason, deletesRequests = false, userNumbers = [], startAfter, ...subject }: Request,
): Promise<StoredErasure> {
  const now = clock.now();
  const id = randomUUID();
  const request = { id, ...subject, deletesRequests, userNumbers: [...userNumbers], requestedAt: now };
  const made = await repository.createErasure(tx, request);
  if (!made) throw new Problem('erasures.waiting');
  await recordAudit(tx, {
    ...toSubject(context.actor.ids, subject),
    ...toAuditStamp(context, now),
    action: `${subject.kind}s.request-deletion`,
    after: { reason, ...(deletesRequests && { deletesRequests }) },
  });
  const payload = { companyId: context.actor.companyId, erasureId: id };
  await jobs.enqueue(tx, 'company.erasure', payload, startAfter && { startAfter });
  return made;
}

const repeatMs = 60_000;

/**
 * Deletes one conversation before it answers.
 * @throws Problem `record.not-found`, `erasures.waiting`
 */
export async function deleteConversation(
  portal: Uses<'database' | 'jobs' | 'files' | 'changes' | 'clock'>,
  context: CallContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Erasure> {
  const { actor } = context;
  const made = await portal.database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'privacy.manage');
    if (!(await repository.findConversation(tx, { id }))) throw new Problem('record.not-found');
    const startAfter = new Date(portal.clock.now().getTime() + repeatMs);
    return createErasure(portal, tx, context, { kind: 'conversation', subjectId: id, reason, startAfter });
  });
  return toErasure(actor.ids, (await runErasure(portal, actor.companyId, made.id)) ?? made);
}

/** @throws Problem `record.not-found` */
export async function getKeyContents(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<KeyContents> {
  const { companyId } = actor;
  const { openSince } = toLedgerMoment(clock.now(), actor.timeZone);
  const found = await database.inCompany.read(companyId, (tx) => repository.findIntakeKey(tx, { id }));
  if (!found) throw new Problem('record.not-found');
  const contents = await database.inCompany.read(companyId, (tx) => repository.getKeyContents(tx, { id, openSince }));
  return { ...contents, canDeleteRequests: can(actor, 'companies.manage') };
}

interface KeyDeletion extends KeyDeletionForm {
  readonly id: string;
}

/**
 * Requests of the month are deleted for the provider alone, because who is billed must not decide what is billed.
 * @throws Problem `record.not-found`, `erasures.key-active`, `erasures.waiting`, `access.refused`
 */
export function deleteKeyContents(
  portal: Uses<'database' | 'jobs' | 'clock'>,
  context: CallContext,
  { id, reason, deletesRequests }: KeyDeletion,
): Promise<Erasure> {
  const { actor } = context;
  if (deletesRequests && !can(actor, 'companies.manage')) throw new Problem('access.refused');
  return portal.database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'privacy.manage');
    const found = await repository.findIntakeKey(tx, { id });
    if (!found) throw new Problem('record.not-found');
    if (found.revokedAt === null) throw new Problem('erasures.key-active');
    const request = { kind: 'key', subjectId: id, reason, deletesRequests } as const;
    return toErasure(actor.ids, await createErasure(portal, tx, context, request));
  });
}
