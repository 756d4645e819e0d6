import { Button } from '@mantine/core';
import { formatDay } from '#contract/calendar/formats.ts';
import type { RetentionForm, RetentionPreview } from '#contract/privacy/retention.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { formatCounted } from '../../lib/numbers.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import styles from './privacy-page.module.css';
import { useUpdateRetention } from './privacy.queries.ts';

interface Props {
  settings: RetentionForm;
  preview: RetentionPreview;
  onClose: () => void;
}

/** Says what the settings delete in the next night, before they are saved. */
export function ConfirmRetentionDialog({ settings, preview: { content, sums }, onClose }: Props) {
  const update = useUpdateRetention();
  const save = () =>
    update.mutate(
      { body: settings },
      {
        onSuccess: () => {
          showToast('The retention has been saved.');
          onClose();
        },
      },
    );
  const isDeleting = (content?.conversations ?? 0) + (sums?.conversations ?? 0) > 0;
  return (
    <Dialog opened onClose={onClose} title="Save this retention">
      <FormAlert>{update.isError && toErrorWords(update.error)}</FormAlert>
      <ul className={styles.contents}>
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
      </ul>
      {isDeleting && (
        <Text size="sm" tone="soft">
          This happens in the next night and cannot be undone.
        </Text>
      )}
      <DialogActions onCancel={onClose} isBusy={update.isPending}>
        <Button data-autofocus {...(isDeleting && { color: 'red' })} loading={update.isPending} onClick={save}>
          Save
        </Button>
      </DialogActions>
    </Dialog>
  );
}
