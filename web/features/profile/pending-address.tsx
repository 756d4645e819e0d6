import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toErrorWords } from '../../api/error-words.ts';
import { paths } from '../../paths.ts';
import { MailIcon } from '../../ui/drawings/icons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import styles from './pending-address.module.css';
import { useCancelNewAddress } from './profile.queries.ts';

interface PendingAddressProps {
  pendingEmail: string;
  /** The address that signs in until then. */
  provenEmail: string;
}

/** A new address that waits for its code: enter the code, or keep the old address. */
export function PendingAddress({ pendingEmail, provenEmail }: PendingAddressProps) {
  const cancelNewAddress = useCancelNewAddress();

  function keep() {
    cancelNewAddress.mutate(undefined, {
      onSuccess: () => showToast(`The change was cancelled. You still sign in with ${provenEmail}.`),
      onError: (error) => showToast(toErrorWords(error), 'error'),
    });
  }

  return (
    <div className={styles.pending} role="status">
      <MailIcon />
      <div>
        <p>
          <strong>{pendingEmail}</strong> is not verified yet. Until you enter the code we sent to it, sign in with{' '}
          <strong>{provenEmail}</strong>.
        </p>
        <div className={styles.actions}>
          <Link to={paths.verifyAccount()}>Enter the code</Link>
          <Button variant="default" size="compact-sm" onClick={keep} loading={cancelNewAddress.isPending}>
            Cancel the change
          </Button>
        </div>
      </div>
    </div>
  );
}
