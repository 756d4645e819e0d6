import { Button, NativeSelect } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { IntakeKey, IntakeKeyWithSecret } from '#contract/intake/intake-keys.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import styles from './intake-keys.module.css';
import { useRotateKey } from './intake-keys.queries.ts';

/** Days for which the present secret stays valid. */
const graces = [
  { value: '7', label: '7 more days' },
  { value: '1', label: '1 more day' },
  { value: '30', label: '30 more days' },
  { value: '0', label: 'Expire immediately' },
];

interface RotateKeyDialogProps {
  rotated: IntakeKey;
  onClose: () => void;
  onCreated: (created: IntakeKeyWithSecret) => void;
}

/** Gives a key a new secret and limits the life of the present one. */
export function RotateKeyDialog({ rotated, onClose, onCreated }: RotateKeyDialogProps) {
  const [grace, setGrace] = useState('7');
  const rotate = useRotateKey();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (rotate.isPending) return;
    try {
      onCreated(await rotate.mutateAsync({ params: { id: rotated.id }, body: { graceDays: Number(grace) } }));
      onClose();
    } catch {
      // The form shows the error of the mutation.
    }
  }

  return (
    <Dialog opened onClose={onClose} title={`Rotate ${rotated.name}`}>
      <form onSubmit={(event) => void submit(event)}>
        <FormAlert>{rotate.isError && toErrorWords(rotate.error)}</FormAlert>
        <p className={styles.words}>
          {`This creates a new key with the same name. Add it to your assistant while the current key (…${rotated.hint}) is still valid.${rotated.previousUntil !== null ? ' The previous key expires immediately.' : ''}`}
        </p>
        <NativeSelect
          data-autofocus
          label="The current key stays valid for"
          data={graces}
          value={grace}
          onChange={(event) => setGrace(event.currentTarget.value)}
        />
        <DialogActions onCancel={onClose} isBusy={rotate.isPending}>
          <Button type="submit" loading={rotate.isPending}>
            Rotate key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
