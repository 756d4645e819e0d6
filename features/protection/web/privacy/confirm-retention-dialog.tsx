import { formatDay } from '#contract/calendar/formats.ts';
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
  const isDeleting = (content?.conversations ?? 0) + (sums?.conversations ?? 0) > 0;
  return (
    <ActionDialog
      title="Save this retention"
      run={() => update.mutateAsync({ body: settings })}
      done="The retention has been saved."
      label="Save"
      isHarmful={isDeleting}
      onClose={onClose}
    >
      <Contents>
        {content === null ? (
          <li>Texts are kept without an end.</li>
        ) : (
          <li>
            <strong>{formatCounted(content.conversations, 'conversations')}</strong>
            <span>{` from before ${formatDay(content.before)} would lose their text.`}</span>
          </li>
        )}
        {sums === null ? (
          <li>Conversations are kept without an end.</li>
        ) : (
          <li>
            <strong>{formatCounted(sums.conversations, 'conversations')}</strong>
            <span>{` from before ${formatDay(sums.before)} would be deleted with their figures.`}</span>
          </li>
        )}
      </Contents>
      {isDeleting && (
        <Text size="sm" tone="soft">
          This happens in the next night and cannot be undone.
        </Text>
      )}
    </ActionDialog>
  );
}
