import { ratingValues, type RatingValue } from '#contract/conversations/rating-values.ts';
import type { ReviewState } from '#features/conversation-log/contract/review-states.ts';
import { can } from '#contract/capabilities.ts';
import type { Masker } from '#domain/masking/mask-text.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { instantColumns, type RowColumn } from '#server/lib/row-file.ts';

/** A conversation's review in a row; null without one. */
interface ReviewRow {
  readonly reviewedAt: Date | null;
  readonly tags: readonly string[] | null;
  readonly note: string | null;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
}

/** By the number under which it is stored. */
export const toRatingValue = (rating: number | null): RatingValue | null =>
  rating === null ? null : (ratingValues[rating - 1] ?? null);

/** Masks the texts of a review for readers of the rows. */
export const maskReview = ({ maskText }: Masker, { tags, note }: Pick<ReviewRow, 'tags' | 'note'>) => ({
  tags: tags && tags.map(maskText),
  note: note && maskText(note),
});

/** The review as the conversation's page shows it to who reads all transcripts; no columns for others. */
export function reviewColumns<Row extends ReviewRow>(actor: Actor): RowColumn<Row>[] {
  if (!can(actor, 'transcripts.read-all')) return [];
  return [
    { key: 'review', label: 'Review', value: toState },
    { key: 'tags', label: 'Tags', value: ({ tags }) => tags && tags.join(', ') },
    { key: 'note', label: 'Note', value: ({ note }) => note },
    ...instantColumns<Row>({ key: 'resolvedAt', label: 'Resolved', zone: actor.timeZone }, (row) => row.resolvedAt),
    { key: 'resolvedBy', label: 'Resolved by', value: ({ resolvedBy }) => resolvedBy },
  ];
}

function toState({ reviewedAt, resolvedAt }: ReviewRow): ReviewState {
  if (resolvedAt !== null) return 'resolved';
  return reviewedAt === null ? 'none' : 'open';
}
