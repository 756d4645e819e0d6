import { Button } from '@mantine/core';
import { useEffect } from 'react';
import type { Review } from '#features/conversation-log/contract/reviews.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useInPlace } from '#web/lib/use-in-place.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from './conversation.module.css';
import { ReviewForm } from './conversation-review-form.tsx';
import { findDraft } from './review-drafts.ts';

interface ReviewProps {
  id: string;
  /** Null without one; undefined while it is loading, and for readers who may not review. */
  review: Review | null | undefined;
}

/** The review of the conversation, and its form. Rendered anew for each conversation, whose own draft it opens with. */
export function ConversationReview({ id, review }: ReviewProps) {
  const { id: by } = useCurrentUser();
  const { isOpen, open, close, ref } = useInPlace<HTMLElement>(findDraft(by, id) !== undefined);
  useEffect(
    () => () => {
      if (findDraft(by, id)) showToast('Your review is not saved. It is kept in this tab.');
    },
    [by, id],
  );
  if (review === undefined) return null;
  return (
    <Stack as="section" ref={ref} gap={2} align="start" aria-label="Review">
      {review && <ReviewFacts review={review} />}
      {!isOpen && (
        <Button variant="default" size="compact-sm" onClick={open}>
          {review ? 'Change the review' : 'Review'}
        </Button>
      )}
      {isOpen && <ReviewForm key={review?.version} id={id} review={review} onClose={close} />}
    </Stack>
  );
}

function ReviewFacts({ review: { tags, note, updatedAt, updatedBy, resolved } }: { review: Review }) {
  const { timeZone } = useCurrentUser();
  return (
    <Stack gap={1}>
      <Text>
        <strong>{resolved ? 'Resolved' : 'To review'}</strong>
        {tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
      </Text>
      {note !== '' && <Text breaks="kept">{note}</Text>}
      <Text size="sm" tone="soft">
        {resolved && (
          <span>
            Resolved by <bdi translate="no">{resolved.by}</bdi> on{' '}
            <time dateTime={resolved.at}>{formatDateTime(resolved.at, timeZone)}</time>.{' '}
          </span>
        )}
        <span>
          Last changed by <bdi translate="no">{updatedBy}</bdi> on{' '}
          <time dateTime={updatedAt}>{formatDateTime(updatedAt, timeZone)}</time>.
        </span>
      </Text>
    </Stack>
  );
}
