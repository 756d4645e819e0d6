import { Button } from '@mantine/core';
import type { IntakeKey } from '#contract/intake/intake-keys.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import styles from './intake-keys-page.module.css';
import { useRevokeKey } from './intake-keys.queries.ts';

/** Asks before a key is revoked. It takes no word DELETE, because a revoked key stays in the list. */
export function RevokeKeyDialog({ revoked, onClose }: { revoked: IntakeKey; onClose: () => void }) {
  const revoke = useRevokeKey();

  async function confirm() {
    try {
      await revoke.mutateAsync({ params: { id: revoked.id } });
      showToast(`${revoked.name} has been revoked.`);
      onClose();
    } catch {
      // The dialog shows the error of the mutation.
    }
  }

  return (
    <Dialog opened onClose={onClose} title={`Revoke ${revoked.name}`}>
      <FormAlert>{revoke.isError && toErrorWords(revoke.error)}</FormAlert>
      <p className={styles.words}>
        Assistants using this key (…{revoked.hint}) will lose access immediately. Reported data is kept. This action
        cannot be undone.
      </p>
      <DialogActions>
        <Button data-autofocus variant="default" onClick={onClose} disabled={revoke.isPending}>
          Cancel
        </Button>
        <Button color="red" loading={revoke.isPending} onClick={() => void confirm()}>
          Revoke key
        </Button>
      </DialogActions>
    </Dialog>
  );
}
