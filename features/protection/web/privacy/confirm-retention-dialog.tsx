import { formatShortDay } from '#contract/calendar/formats.ts';
import type { RetentionForm, RetentionPreview } from '#features/protection/contract/retention.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { formatCounted } from '#web/lib/numbers.ts';
import { Text } from '#web/ui/layout/layout.tsx';
import { Contents } from './contents.tsx';
import { useUpdateRetention } from './privacy.queries.ts';

interface Props {
  settings: RetentionForm;
  preview: RetentionPreview;
  onClose: () => void;
}

/** Says what the settings delete in the next night, before they are saved. */
export function ConfirmRetentionDialog({ settings, preview: { content, sums }, onClose }: Props) {
  const update = useUpdateRetention();
  const title = describeDeleted(content?.conversations ?? 0, sums?.conversations ?? 0);
  const isDeleting = title !== undefined;
  return (
    <ActionDialog
      title={title ?? 'Save the retention'}
      word={isDeleting ? 'DELETE' : undefined}
      run={() => update.mutateAsync({ body: settings })}
      done="The retention has been saved."
      label={isDeleting ? 'Save and delete' : 'Save'}
      isHarmful={isDeleting}
      onClose={onClose}
    >
      <Contents>
        {content === null ? (
          <li>Texts are kept forever.</li>
        ) : (
          <li>
            <strong>{formatCounted(content.conversations, 'conversations')}</strong>
            <span>{` from before ${formatShortDay(content.before)} would lose their text.`}</span>
          </li>
        )}
        {sums === null ? (
          <li>Conversations are kept forever.</li>
        ) : (
          <li>
            <strong>{formatCounted(sums.conversations, 'conversations')}</strong>
            <span>{` from before ${formatShortDay(sums.before)} would be deleted with their figures.`}</span>
          </li>
        )}
      </Contents>
      {isDeleting && (
        <Text size="sm" tone="soft">
          Deleted tonight, unless you change the retention before. This cannot be undone.
        </Text>
      )}
    </ActionDialog>
  );
}

/** The question that the dialog asks; undefined where nothing is deleted now. */
function describeDeleted(texts: number, conversations: number): string | undefined {
  if (conversations > 0) return `Delete ${formatCounted(conversations, 'conversations')}?`;
  return texts > 0 ? `Delete the text of ${formatCounted(texts, 'conversations')}?` : undefined;
}
