import type { Review, ReviewForm } from '#contract/analytics/reviews.ts';
import { can } from '#contract/capabilities.ts';
import { confirmActor } from '../../../access/confirm-actor.ts';
import { toMasker, unmasked } from '../../../ledger/masking/mask-text.ts';
import { toTranscriptReader } from '../../../ledger/transcript-readers.sql.ts';
import type { Actor } from '../../../lib/request/actor.ts';
import type { CallContext } from '../../../lib/request/call-context.ts';
import { Problem } from '../../../lib/request/problem.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { findLogRow } from '../log-rows.repository.ts';
import type { AnalyticsDependencies } from '../stats.service.ts';
import { findUnmaskedUntil } from '../unmasking/unmasking.service.ts';
import * as repository from './reviews.repository.ts';
import type { StoredReview } from './reviews.repository.ts';

type MaskText = (text: string) => string;

const toReview = (maskText: MaskText, stored: StoredReview): Review => ({
  tags: stored.tags.map(maskText),
  note: maskText(stored.note),
  updatedAt: stored.updatedAt.toISOString(),
  updatedBy: stored.updatedBy,
  resolved: stored.resolvedAt && { at: stored.resolvedAt.toISOString(), by: stored.resolvedBy ?? '' },
  version: stored.version,
});

/** As the actor reads the conversation; null without one, undefined for who may not read all conversations. */
export async function findReview(
  { database }: AnalyticsDependencies,
  actor: Actor,
  { id, isUnmasked }: { readonly id: string; readonly isUnmasked: boolean },
): Promise<Review | null | undefined> {
  if (!can(actor, 'transcripts.read-all')) return undefined;
  const stored = await database.readCompany(actor.companyId, (tx) => repository.findReview(tx, { conversationId: id }));
  return stored ? toReview(isUnmasked ? unmasked.maskText : toMasker(actor.masking).maskText, stored) : null;
}

/** Enough of the id to tell records apart. */
const shownIdLength = 8;

/**
 * Updates the review of a conversation that the actor may read. What was masked for the actor and is sent back unchanged stays
 * as it is stored.
 * @throws Problem `record.not-found`, `record.stale`
 */
export async function updateReview(
  dependencies: AnalyticsDependencies,
  context: CallContext,
  { id, tags, note, isResolved, version = 1 }: ReviewForm & { readonly id: string },
): Promise<Review> {
  const { database, clock } = dependencies;
  const { actor } = context;
  const now = clock.now();
  const isUnmasked = (await findUnmaskedUntil(dependencies, actor, id)) !== undefined;
  const { maskText } = isUnmasked ? unmasked : toMasker(actor.masking);
  return database.withCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'transcripts.read-all');
    const includesTechnical = can(actor, 'analytics.include-technical-users');
    const found = await findLogRow(tx, { id, includesTechnical, ...toTranscriptReader(actor) });
    if (!found) throw new Problem('record.not-found');
    await repository.ensureReview(tx, { conversationId: id, now });
    const updated = await changeRecord<StoredReview>(tx, {
      context,
      now,
      action: 'conversations.review',
      lock: () => repository.lockReview(tx, { conversationId: id }),
      version,
      toVisible: (stored) => toReview(maskText, stored),
      write: (stored) =>
        repository.updateReview(tx, {
          conversationId: id,
          tags: [...new Set(tags.map((tag) => stored.tags.find((known) => maskText(known) === tag) ?? tag))],
          note: maskText(stored.note) === note ? stored.note : note,
          isResolved,
          by: `${actor.firstName} ${actor.lastName}`.trim(),
          now,
        }),
      toSubject: () => ({
        entity: 'conversation',
        entityId: id,
        entityLabel: `Log record ${id.slice(0, shownIdLength)}`,
      }),
      toFields: toAuditedReview,
    });
    return toReview(maskText, updated);
  });
}

/** Without its texts, because the log keeps them when the conversation is deleted. */
const toAuditedReview = ({ tags, note, resolvedAt, version }: StoredReview) => ({
  tags: tags.length,
  note: note === '' ? 'none' : `of ${note.length} characters`,
  state: resolvedAt ? 'resolved' : 'open',
  version,
});

/** The company's tags by use, as the actor sees them. */
export async function listReviewTags({ database }: AnalyticsDependencies, actor: Actor) {
  const { maskText } = toMasker(actor.masking);
  const tags = await database.readCompany(actor.companyId, (tx) => repository.listTags(tx));
  return tags.map(({ tag, conversations }) => ({ tag: maskText(tag ?? ''), conversations }));
}
