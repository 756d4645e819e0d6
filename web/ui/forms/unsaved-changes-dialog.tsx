import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '../dialog.tsx';

interface UnsavedChangesDialogProps {
  opened: boolean;
  /** The page is left because the session has ended, and not by the user's own choice. */
  isSignedOut?: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before a page with unsaved changes is left. Escape and a click outside stay. */
export function UnsavedChangesDialog({ opened, isSignedOut = false, onStay, onLeave }: UnsavedChangesDialogProps) {
  return (
    <Dialog opened={opened} onClose={onStay} title={isSignedOut ? 'You are signed out' : 'Leave without saving?'}>
      <p>
        {isSignedOut
          ? 'What you changed on this page has not been saved. Stay to keep it: log in again in another tab, then save here. It is lost if you leave.'
          : 'What you changed on this page has not been saved and will be lost.'}
      </p>
      <DialogActions>
        <Button variant="default" onClick={onLeave}>
          Leave without saving
        </Button>
        <Button onClick={onStay} data-autofocus>
          Stay on this page
        </Button>
      </DialogActions>
    </Dialog>
  );
}
