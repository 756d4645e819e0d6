import type { Uses } from '#server/portal/portal.ts';
import { unmaskedMinutes } from '#features/conversation-log/contract/unmasking.ts';
import { can } from '#contract/capabilities.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import { toConversationSubject } from '#domain/conversations/conversation-subject.ts';
import { toTranscriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import { findLogRow } from '../log-rows.repository.ts';
import { findUnmasking, upsertUnmasking } from '../messages.repository.ts';

/** Until when the actor reads the conversation unmasked; undefined where it is masked. The right can be lost before. */
export async function findUnmaskedUntil(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
  conversationId: string,
): Promise<Date | undefined> {
  if (!can(actor, 'transcripts.unmask')) return undefined;
  const { accountId, companyId } = actor;
  const reader = { accountId, conversationId, now: clock.now() };
  return (await database.inCompany.read(companyId, (tx) => findUnmasking(tx, reader)))?.until;
}

/**
 * Unmasks a conversation that the actor may read, for this account alone. Every reason is an audit entry.
 * @throws Problem `record.not-found`
 */
export function unmaskConversation(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<{ unmaskedUntil: string }> {
  const { actor } = context;
  const now = clock.now();
  const until = new Date(now.getTime() + unmaskedMinutes * 60_000);
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'transcripts.unmask');
    const includesTechnical = can(actor, 'analytics.include-technical-users');
    const found = await findLogRow(tx, { id, includesTechnical, ...toTranscriptReader(actor) });
    if (!found) throw new Problem('record.not-found');
    await upsertUnmasking(tx, { accountId: actor.accountId, conversationId: id, until });
    await recordAudit(tx, {
      ...toConversationSubject(actor.ids, id),
      ...toAuditStamp(context, now),
      action: 'conversations.unmask',
      after: { reason, until: until.toISOString() },
    });
    return { unmaskedUntil: until.toISOString() };
  });
}
