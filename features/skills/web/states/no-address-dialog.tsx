import { useRouter } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';

/** The way to the company profile, where the activation of a skill with a price needs the address of the company. */
export function NoAddressDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const router = useRouter();
  return (
    <ActionDialog
      title="The company has no address yet"
      run={() => router.navigate({ to: paths.company() })}
      label="Open the company profile"
      onClose={onClose}
    >
      <p>{message}</p>
    </ActionDialog>
  );
}
