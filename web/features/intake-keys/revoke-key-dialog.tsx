import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { IntakeKey } from '#contract/intake/intake-keys.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import styles from './intake-keys.module.css';
import { useRevokeKey } from './intake-keys.queries.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ages = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** '5 minutes ago'; undefined for a key that was not used in the last 24 hours, which counts as unused. */
function describeRecentUse({ lastUsedAt }: IntakeKey, now: number): string | undefined {
  const age = lastUsedAt === null ? Infinity : now - Date.parse(lastUsedAt);
  if (age >= dayMs) return undefined;
  const minutes = Math.max(1, Math.round(age / minuteMs));
  return minutes < 60 ? ages.format(-minutes, 'minute') : ages.format(-Math.round(minutes / 60), 'hour');
}

/** Asks before a key is revoked. A key that was used in the last 24 hours takes its name as the confirmation. */
export function RevokeKeyDialog({ revoked, onClose }: { revoked: IntakeKey; onClose: () => void }) {
  const { timeZone } = useCurrentUser();
  const revoke = useRevokeKey();
  const [now] = useState(() => Date.now());
  const [word, setWord] = useState('');
  const [error, setError] = useState<string>();
  const recentUse = describeRecentUse(revoked, now);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (recentUse !== undefined && word.trim() !== revoked.name) {
      setError(`Please enter ${revoked.name} to confirm.`);
      return;
    }
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
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className={styles.words}>
          {`Assistants using this key (…${revoked.hint}) will lose access immediately. Reported data is kept. This action cannot be undone.`}
        </p>
        <p className={styles.words}>
          {revoked.lastUsedAt === null ? (
            'This key has never been used.'
          ) : (
            <>
              <span>Last used </span>
              {recentUse && <strong>{`${recentUse}, `}</strong>}
              <time dateTime={revoked.lastUsedAt}>{formatDateTime(revoked.lastUsedAt, timeZone)}</time>
              <span>.</span>
            </>
          )}
        </p>
        {recentUse !== undefined && (
          <TextInput
            data-autofocus
            label={`Type ${revoked.name} to confirm`}
            value={word}
            error={error}
            onChange={(event) => {
              setWord(event.currentTarget.value);
              setError(undefined);
            }}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <DialogActions>
          <Button
            data-autofocus={recentUse === undefined || undefined}
            variant="default"
            onClick={onClose}
            disabled={revoke.isPending}
          >
            Cancel
          </Button>
          <Button type="submit" color="red" loading={revoke.isPending}>
            Revoke key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
