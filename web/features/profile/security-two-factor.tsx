import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { SecurityTwoFactorOff } from './security-two-factor-off.tsx';
import styles from './security-page.module.css';

/** Whether two-factor sign-in is on, and the way to the other state. */
export function SecurityTwoFactor({ isOn }: { isOn: boolean }) {
  const [isTurningOff, setTurningOff] = useState(false);
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
  return (
    <div className={styles.stack}>
      <StatusBadge tone="green" label="On" />
      {isTurningOff ? (
        <SecurityTwoFactorOff onDone={() => setTurningOff(false)} />
      ) : (
        <Button variant="default" onClick={() => setTurningOff(true)}>
          Turn off
        </Button>
      )}
    </div>
  );
}
