import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { StatusBadge } from '../../ui/records/status-badge.tsx';
import { SecurityRecoveryCodes } from './security-recovery-codes.tsx';
import { SecurityTwoFactorOff } from './security-two-factor-off.tsx';
import styles from './security-page.module.css';

/** Whether two-factor sign-in is on, the way to the other state, and new recovery codes. */
export function SecurityTwoFactor({ isOn }: { isOn: boolean }) {
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
      {task === 'off' && <SecurityTwoFactorOff onDone={end} />}
      {task === 'codes' && <SecurityRecoveryCodes onDone={end} />}
      {task === undefined && (
        <div className={styles.actions}>
          <Button variant="default" onClick={() => setTask('off')}>
            Turn off
          </Button>
          <Button variant="default" onClick={() => setTask('codes')}>
            New recovery codes
          </Button>
        </div>
      )}
    </div>
  );
}
