import { ratingLabels } from '#contract/conversations/rating-values.ts';
import type { ConversationRating } from '#contract/conversations/ratings.ts';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import styles from './conversation.module.css';

/** A user's rating of a message. */
export function MessageRating({ rating }: { rating: ConversationRating }) {
  return (
    <Text above={1} size="sm" tone="soft" className={styles.rating} data-value={rating.value}>
      <RatingWords rating={rating} />
    </Text>
  );
}

/** `Rated negative, 2 of 1 to 5`, and the comment. */
export function RatingWords({ rating: { value, score, min = 0, max, comment } }: { rating: ConversationRating }) {
  const onScale = score !== undefined && max !== undefined ? `: ${score} on a scale from ${min} to ${max}` : '';
  return (
    <>
      <strong>{`Rated ${ratingLabels[value].toLowerCase()}${onScale}`}</strong>
      {comment !== undefined && (
        <Block as="bdi" block breaks="kept">
          {comment}
        </Block>
      )}
    </>
  );
}
