import { Button } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Text } from '../layout/layout.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { deleteWord, useConfirmWord } from './confirm-word.tsx';
import { NameList } from './name-list.tsx';

export interface ConfirmDeleteProps {
  opened: boolean;
  onClose: () => void;
  /** Name of the deleted records, in the plural or singular that fits: 'user', '3 users'. */
  what: string;
  /** Names of the records; a long list scrolls. */
  names: readonly string[];
  /** Effect on things that belong to the records. */
  note?: string | undefined;
  /** Names what was selected and is not deleted, with the reason. */
  leftOut?: ReactNode;
  /** Runs after the word was typed. The dialog closes when it resolves and stays when it rejects; the caller shows errors. */
  onConfirm: () => Promise<unknown>;
}

/** The dialog itself; `ConfirmDelete` loads it. */
export function ConfirmDeleteDialog({ opened, onClose, what, ...form }: ConfirmDeleteProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Delete ${what}`}>
      <ConfirmDeleteForm {...form} onClose={onClose} />
    </Dialog>
  );
}

type FormProps = Omit<ConfirmDeleteProps, 'opened' | 'what'>;

/** Mounted each time the dialog opens, which resets word and error. */
function ConfirmDeleteForm({ names, note, leftOut, onClose, onConfirm }: FormProps) {
  const word = useConfirmWord(deleteWord);
  const [deleting, setDeleting] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // React passes it on to a form that the dialog was opened from.
    event.stopPropagation();
    if (deleting || !word.confirm()) return;
    setDeleting(true);
    try {
      await onConfirm();
      onClose();
    } catch {
      setDeleting(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Text tone="soft">{`This action cannot be undone. ${note ?? ''}`}</Text>
      <NameList label="What will be deleted" names={names} />
      {leftOut}
      {word.renderField({ 'data-autofocus': true })}
      <DialogActions onCancel={onClose} isBusy={deleting}>
        <Button type="submit" color="red" loading={deleting}>
          Delete
        </Button>
      </DialogActions>
    </form>
  );
}
