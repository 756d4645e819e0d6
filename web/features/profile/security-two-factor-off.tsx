import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { SecurityBothFactors } from './security-both-factors.tsx';

/** Turns the second factor off, also for whoever has lost the app but kept the recovery codes. */
export function SecurityTwoFactorOff({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  return (
    <SecurityBothFactors
      title="Turn off two-factor sign-in"
      submitLabel="Turn off"
      onCancel={onDone}
      onSubmit={async (body) => {
        await client.session.disableTwoFactor({ body });
        await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
        showToast('Two-factor sign-in is off.');
        onDone();
      }}
    />
  );
}
