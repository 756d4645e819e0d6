import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { DangerButton } from '#web/ui/forms/danger-button.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { RecoveryCodes } from '#web/ui/recovery-codes.tsx';
import { useRefreshFactor } from './profile.queries.ts';
import { SecurityBothFactors } from './security-both-factors.tsx';
import { Row, Stack } from '#web/ui/layout/layout.tsx';

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
      <Stack gap={4} align="start">
        <StatusBadge tone="grey" label="Off" />
        <Button component={Link} to={paths.twoFactorSetup()} variant="default">
          Set up
        </Button>
      </Stack>
    );
  }
  const end = () => setTask(undefined);
  return (
    <Stack gap={4} align="start">
      <StatusBadge tone="green" label="On" />
      {task === 'off' && <SecurityTwoFactorOff isAtPool={isAtPool} onDone={end} />}
      {task === 'codes' && <SecurityRecoveryCodes onDone={end} />}
      {task === undefined && (
        <Row gap={2} align="stretch" wrap>
          {!isAtPool && (
            <Button variant="default" onClick={() => setTask('codes')}>
              New recovery codes
            </Button>
          )}
          <DangerButton variant="subtle" onClick={() => setTask('off')}>
            Turn off
          </DangerButton>
        </Row>
      )}
    </Stack>
  );
}

/** Renews the recovery codes and shows them, once. */
function SecurityRecoveryCodes({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) {
    return (
      <Stack gap={4} align="start">
        <RecoveryCodes codes={codes} />
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </Stack>
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
