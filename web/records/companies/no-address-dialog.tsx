import { useRouter } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { ActionDialog } from '../action-dialog.tsx';

/** The way to the company profile, where an invoice or the activation of a skill with a price needs the address of the company. */
export function NoAddressDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const router = useRouter();
  return (
    <ActionDialog
      title="The company has no address yet"
      run={() => {
        // Not waited for: a page with unsaved changes asks first, over which no dialog should stand.
        void router.navigate({ to: paths.company() });
        return Promise.resolve();
      }}
      label="Open the company profile"
      onClose={onClose}
    >
      <p>{message}</p>
    </ActionDialog>
  );
}
