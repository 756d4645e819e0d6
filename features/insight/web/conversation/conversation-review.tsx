import { Button, Checkbox, TagsInput, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Review, ReviewForm as Values } from '#features/insight/contract/reviews.ts';
import { maxTags } from '#features/insight/contract/sizes.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { useInPlace } from '#web/lib/use-in-place.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from './conversation.module.css';

interface ReviewProps {
  id: string;
  /** Null without one; undefined while it is loading, and for readers who may not review. */
  review: Review | null | undefined;
}

/** The review of the conversation, and its form. */
export function ConversationReview({ id, review }: ReviewProps) {
  const { isOpen, open, close, ref } = useInPlace<HTMLElement>();
  if (review === undefined) return null;
  return (
    <Stack as="section" ref={ref} gap={2} align="start" above={3} below={3} aria-label="Review">
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

const loadSchema = () => import('#features/insight/contract/reviews.ts').then(({ ReviewForm: schema }) => schema);

function ReviewForm({ id, review, onClose }: { id: string; review: Review | null; onClose: () => void }) {
  const queryClient = useQueryClient();
  const update = useCall(queries.analytics.updateReview);
  const { data: known = [] } = useQuery(queries.analytics.listReviewTags.queryOptions());
  const reload = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queries.analytics.getConversation.key() }),
      queryClient.invalidateQueries({ queryKey: queries.analytics.listConversations.key() }),
      queryClient.invalidateQueries({ queryKey: queries.analytics.listReviewTags.key() }),
    ]);
  };
  const { form, formProps, alert, isBusy } = useApiForm<Omit<Required<Values>, 'version'>>({
    initialValues: {
      tags: review?.tags ?? [],
      note: review?.note ?? '',
      isResolved: review !== null && review.resolved !== null,
    },
    loadSchema,
    onSubmit: async (values) => {
      await update.mutateAsync({ params: { id }, body: { ...values, version: review?.version ?? 1 } });
      onClose();
      await reload();
    },
  });
  return (
    <Stack {...formProps} as="form" gap={3} full>
      <FormAlert>{alert}</FormAlert>
      <TagsInput
        label="Tags"
        description="Press Enter or comma after each tag."
        data={known.map(({ tag }) => tag)}
        maxTags={maxTags}
        clearable
        // Within the dialog, whose focus stays inside.
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('tags')}
      />
      <Textarea label="Note" rows={3} maxLength={4000} {...form.getInputProps('note')} />
      <Checkbox label="Resolved" {...form.getInputProps('isResolved', { type: 'checkbox' })} />
      <Row gap={2} align="stretch" wrap>
        <Button type="submit" size="compact-md" loading={isBusy}>
          Save review
        </Button>
        <Button variant="default" size="compact-md" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        {update.error && (
          <Button variant="subtle" size="compact-md" onClick={() => void reload()}>
            Load the newest version
          </Button>
        )}
      </Row>
    </Stack>
  );
}
