import { Button, Checkbox, TagsInput, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Review, ReviewForm as Values } from '#features/conversation-log/contract/reviews.ts';
import { maxTags } from '#features/conversation-log/contract/sizes.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import { findDraft, keepDraft } from './review-drafts.ts';

const loadSchema = () =>
  import('#features/conversation-log/contract/reviews.ts').then(({ ReviewForm: schema }) => schema);

interface ReviewFormProps {
  id: string;
  review: Review | null;
  onClose: () => void;
}

/** The form of a review. What is typed is kept in the tab with every change, whatever closes the form. */
export function ReviewForm({ id, review, onClose }: ReviewFormProps) {
  const { id: by } = useCurrentUser();
  const queryClient = useQueryClient();
  const update = useCall(queries.analytics.updateReview);
  const { data: known = [] } = useQuery(queries.analytics.listReviewTags.queryOptions());
  const [draft] = useState(() => findDraft(by, id));
  const version = draft?.version ?? review?.version ?? 1;
  const stored = toValues(review);
  const [typedTag, setTypedTag] = useState(draft?.typedTag ?? '');
  const reload = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queries.analytics.getConversation.key() }),
      queryClient.invalidateQueries({ queryKey: queries.analytics.listConversations.key() }),
      queryClient.invalidateQueries({ queryKey: queries.analytics.listReviewTags.key() }),
      queryClient.invalidateQueries({ queryKey: queries.logViews.listCounts.key() }),
    ]);
  };
  const { form, formProps, alert, isBusy } = useApiForm<Omit<Required<Values>, 'version'>>({
    initialValues: draft ? { tags: draft.tags, note: draft.note, isResolved: draft.isResolved } : stored,
    loadSchema,
    onSubmit: async (values) => {
      await update.mutateAsync({ params: { id }, body: { ...values, version } });
      discard();
      onClose();
      await reload();
    },
  });
  const { values } = form;
  const isChanged = typedTag.trim() !== '' || JSON.stringify(values) !== JSON.stringify(stored);
  const discard = () => keepDraft(by, id, undefined);

  const [loads, setLoads] = useState(0);
  useEffect(() => {
    keepDraft(by, id, isChanged ? { ...values, version, typedTag } : undefined);
  }, [by, id, isChanged, values, version, typedTag, loads]);
  useAskedBeforeClosing(isChanged);

  return (
    <Stack {...formProps} as="form" gap={3} full>
      <FormAlert>{alert}</FormAlert>
      {draft && (
        <Text size="sm" tone="soft" role="status">
          Not saved yet.
        </Text>
      )}
      <TagsInput
        label="Tags"
        description="Press Enter or comma after each tag."
        data={known.map(({ tag }) => tag)}
        maxTags={maxTags}
        clearable
        // Within the dialog, whose focus stays inside.
        comboboxProps={{ withinPortal: false }}
        searchValue={typedTag}
        onSearchChange={setTypedTag}
        {...form.getInputProps('tags')}
      />
      <Textarea label="Note" rows={3} maxLength={4000} {...form.getInputProps('note')} />
      <Checkbox label="Resolved" {...form.getInputProps('isResolved', { type: 'checkbox' })} />
      <Row gap={2} align="stretch" wrap>
        <Button type="submit" size="compact-md" loading={isBusy}>
          Save review
        </Button>
        <Button
          variant="default"
          size="compact-md"
          disabled={isBusy}
          onClick={() => {
            discard();
            onClose();
          }}
        >
          {isChanged ? 'Discard' : 'Cancel'}
        </Button>
        {update.error && (
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() => {
              discard();
              // Without a newer one the form stays, and what it holds is kept again.
              void reload().then(() => setLoads((before) => before + 1));
            }}
          >
            Load the newest version
          </Button>
        )}
      </Row>
    </Stack>
  );
}

const toValues = (review: Review | null) => ({
  tags: review?.tags ?? [],
  note: review?.note ?? '',
  isResolved: review !== null && review.resolved !== null,
});

/** A closed tab keeps nothing. */
function useAskedBeforeClosing(isChanged: boolean) {
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
}
