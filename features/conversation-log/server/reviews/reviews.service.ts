import type { Uses } from '#server/portal/portal.ts';
import type { Review, ReviewForm } from '#features/conversation-log/contract/reviews.ts';
import { can } from '#contract/capabilities.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { countMasked } from '#domain/masking/count-masked.ts';
import { unmasked, type Masker } from '#domain/masking/mask-text.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import { toConversationSubject } from '#domain/conversations/conversation-subject.ts';
import { toTranscriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { changeRecord } from '#server/records/change-record.ts';
import { findLogRow } from '../log-rows.repository.ts';
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

/**
 * Finds the review, masked as the actor reads the conversation, and how many of its values are masked; null without one, undefined
 * where the actor may not read all conversations.
 */
export async function findReview(
  portal: Uses<'database' | 'workers'>,
  actor: Actor,
  { id, isUnmasked }: { readonly id: string; readonly isUnmasked: boolean },
): Promise<{ readonly review: Review | null | undefined; readonly masked: number }> {
  if (!can(actor, 'transcripts.read-all')) return { review: undefined, masked: 0 };
  const stored = await findStored(portal, actor, id);
  if (!stored) return { review: null, masked: 0 };
  const review = await renderFor(portal, actor, isUnmasked)(({ maskText }) => toReview(maskText, stored));
  const { tags, note } = stored;
  const masked = countMasked(isUnmasked ? undefined : actor.masking, [tags, note], [review.tags, review.note]);
  return { review, masked };
}

const findStored = ({ database }: Uses<'database'>, { companyId }: Actor, conversationId: string) =>
  database.inCompany.read(companyId, (tx) => repository.findReview(tx, { conversationId }));

/** Renders what the actor reads of the conversation. */
function renderFor({ workers }: Uses<'workers'>, actor: Actor, isUnmasked: boolean) {
  return async <Rendered>(render: (masker: Masker) => Rendered): Promise<Rendered> =>
    isUnmasked ? render(unmasked) : renderMasked(workers, actor, render);
}

type ReviewUpdate = ReviewForm & { readonly id: string };

/**
 * Updates the review of a conversation that the actor may read. What was masked for the actor and is sent back unchanged stays
 * as it is stored.
 * @throws Problem `record.not-found`, `record.stale`
 */
export async function updateReview(
  portal: Uses<'database' | 'workers' | 'clock'>,
  context: CallContext,
  form: ReviewUpdate,
): Promise<Review> {
  const { actor } = context;
  const isUnmasked = (await findUnmaskedUntil(portal, actor, form.id)) !== undefined;
  const render = renderFor(portal, actor, isUnmasked);
  const show = (stored: StoredReview) => render(({ maskText }) => toReview(maskText, stored));
  // Before the transaction, so that its connection does not wait for it. A review that is changed in between is stale.
  const before = await findStored(portal, actor, form.id);
  const texts = before ? [...before.tags, before.note] : [];
  const shown = await render(({ maskText }) => new Map(texts.map((text) => [text, maskText(text)])));
  const isUnchanged = (stored: string, sent: string) => (shown.get(stored) ?? stored) === sent;
  try {
    return await show(await changeReview(portal, context, { ...form, isUnchanged }));
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'record.stale') throw error;
    throw new Problem('record.stale', { current: await show(error.current as StoredReview) });
  }
}

interface Change extends ReviewUpdate {
  /** Whether a text was sent as it was shown. */
  readonly isUnchanged: (stored: string, sent: string) => boolean;
}

function changeReview(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, tags, note, isResolved, version = 1, isUnchanged }: Change,
): Promise<StoredReview> {
  const { actor } = context;
  const now = clock.now();
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'transcripts.read-all');
    const includesTechnical = can(actor, 'analytics.include-technical-users');
    const found = await findLogRow(tx, { id, includesTechnical, ...toTranscriptReader(actor) });
    if (!found) throw new Problem('record.not-found');
    await repository.ensureReview(tx, { conversationId: id, now });
    return changeRecord<StoredReview>(tx, {
      context,
      now,
      action: 'conversations.review',
      lock: () => repository.lockReview(tx, { conversationId: id }),
      version,
      toVisible: (stored) => stored,
      write: (stored) =>
        repository.updateReview(tx, {
          conversationId: id,
          tags: [...new Set(tags.map((tag) => stored.tags.find((known) => isUnchanged(known, tag)) ?? tag))],
          note: isUnchanged(stored.note, note) ? stored.note : note,
          isResolved,
          by: `${actor.firstName} ${actor.lastName}`.trim(),
          now,
        }),
      toSubject: () => toConversationSubject(actor.ids, id),
      toFields: toAuditedReview,
    });
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
export async function listReviewTags({ database, workers }: Uses<'database' | 'workers'>, actor: Actor) {
  const tags = await database.inCompany.read(actor.companyId, (tx) => repository.listTags(tx));
  return renderMasked(workers, actor, ({ maskText }) =>
    tags.map(({ tag, conversations }) => ({ tag: maskText(tag ?? ''), conversations })),
  );
}
