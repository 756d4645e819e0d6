import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Block, Text } from '../layout/layout.tsx';
import styles from '../controls.module.css';
import { Dialog, DialogActions } from '../dialog.tsx';
import { deleteWord, useConfirmWord } from './confirm-word.tsx';

/** The most names that fit into the list without scrolling. */
const shownNames = 4;

export interface ConfirmDeleteProps {
  opened: boolean;
  onClose: () => void;
  /** Name of the deleted records, in the plural or singular that fits: 'user', '3 users'. */
  what: string;
  /** Names of the records; a long list scrolls. */
  names: readonly string[];
  /** Effect on things that belong to the records. */
  note?: string | undefined;
  /** Runs after the word was typed. The dialog closes when it resolves and stays when it rejects; the caller shows errors. */
  onConfirm: () => Promise<unknown>;
}

/** The dialog itself; `ConfirmDelete` loads it. */
export function ConfirmDeleteDialog({ opened, onClose, what, names, note, onConfirm }: ConfirmDeleteProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Delete ${what}`}>
      <ConfirmDeleteForm names={names} note={note} onClose={onClose} onConfirm={onConfirm} />
    </Dialog>
  );
}

type FormProps = Pick<ConfirmDeleteProps, 'names' | 'note' | 'onClose' | 'onConfirm'>;

/** Mounted each time the dialog opens, which resets word and error. */
function ConfirmDeleteForm({ names, note, onClose, onConfirm }: FormProps) {
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
      <Text tone="soft">
        {`This action cannot be undone. ${note ?? ''}${names.length > shownNames ? ` Scroll to see all ${names.length}.` : ''}`}
      </Text>
      <Block
        as="ul"
        rule="both"
        above={4}
        below={5}
        className={styles.names}
        tabIndex={0}
        aria-label="What will be deleted"
      >
        {names.map((name, index) => (
          <li key={`${name}:${names.indexOf(name, index)}`}>{name}</li>
        ))}
      </Block>
      {word.renderField({ 'data-autofocus': true })}
      <DialogActions onCancel={onClose} isBusy={deleting}>
        <Button type="submit" color="red" loading={deleting}>
          Delete
        </Button>
      </DialogActions>
    </form>
  );
}
