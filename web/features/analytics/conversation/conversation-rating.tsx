import type { ConversationRating } from '#contract/analytics/ratings.ts';
import { ratingLabels } from '../logs/rating-words.ts';
import styles from './conversation-rating.module.css';

/** A user's rating of a message. */
export function MessageRating({ rating }: { rating: ConversationRating }) {
  return (
    <p className={styles.rating} data-value={rating.value}>
      <RatingWords rating={rating} />
    </p>
  );
}

/** `Rated negative, 2 of 1 to 5`, and the comment. */
export function RatingWords({ rating: { value, score, min = 0, max, comment } }: { rating: ConversationRating }) {
  const onScale = score !== undefined && max !== undefined ? `: ${score} on a scale from ${min} to ${max}` : '';
  return (
    <>
      <strong>{`Rated ${ratingLabels[value].toLowerCase()}${onScale}`}</strong>
      {comment !== undefined && <bdi className={styles.comment}>{comment}</bdi>}
    </>
  );
}
