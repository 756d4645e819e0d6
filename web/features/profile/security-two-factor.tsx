import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { DangerButton } from '../../ui/forms/danger-button.tsx';
import { StatusBadge } from '../../ui/records/status-badge.tsx';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { useRefreshFactor } from './profile.queries.ts';
import { SecurityBothFactors } from './security-both-factors.tsx';
import styles from './security-page.module.css';

interface SecurityTwoFactorProps {
  isOn: boolean;
  /** Second factor of a user pool, which has no recovery codes. */
  isAtPool?: boolean;
}

/** Turns two-factor authentication on and off, and renews the recovery codes. */
export function SecurityTwoFactor({ isOn, isAtPool = false }: SecurityTwoFactorProps) {
  const [task, setTask] = useState<'off' | 'codes'>();
  if (!isOn) {
    return (
      <div className={styles.stack}>
        <StatusBadge tone="grey" label="Off" />
        <Button component={Link} to={paths.twoFactorSetup()} variant="default">
          Set up
        </Button>
      </div>
    );
  }
  const end = () => setTask(undefined);
  return (
    <div className={styles.stack}>
      <StatusBadge tone="green" label="On" />
      {task === 'off' && <SecurityTwoFactorOff isAtPool={isAtPool} onDone={end} />}
      {task === 'codes' && <SecurityRecoveryCodes onDone={end} />}
      {task === undefined && (
        <div className={styles.actions}>
          {!isAtPool && (
            <Button variant="default" onClick={() => setTask('codes')}>
              New recovery codes
            </Button>
          )}
          <DangerButton variant="subtle" onClick={() => setTask('off')}>
            Turn off
          </DangerButton>
        </div>
      )}
    </div>
  );
}

/** Renews the recovery codes and shows them, once. */
function SecurityRecoveryCodes({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) {
    return (
      <div className={styles.stack}>
        <RecoveryCodes codes={codes} />
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </div>
    );
  }
  return (
    <SecurityBothFactors
      title="Create new recovery codes"
      submitLabel="Create new codes"
      onCancel={onDone}
      onSubmit={async (body) => {
        const { recoveryCodes } = await client.session.renewRecoveryCodes({ body });
        setCodes(recoveryCodes);
      }}
    />
  );
}

/** Turns two-factor authentication off, by a code of the app or a recovery code. */
function SecurityTwoFactorOff({ isAtPool, onDone }: { isAtPool: boolean; onDone: () => void }) {
  const refresh = useRefreshFactor();
  return (
    <SecurityBothFactors
      title="Turn off two-factor authentication"
      submitLabel="Turn off"
      isDanger
      hasRecoveryCodes={!isAtPool}
      onCancel={onDone}
      onSubmit={async (body) => {
        await client.session.disableTwoFactor({ body });
        await refresh();
        showToast('Two-factor authentication is off.');
        onDone();
      }}
    />
  );
}
