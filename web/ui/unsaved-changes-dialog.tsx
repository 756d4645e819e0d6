import { Button } from '@mantine/core';
import { Dialog, DialogActions } from './dialog.tsx';

interface UnsavedChangesDialogProps {
  opened: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asked before a page with unsaved changes is left. Staying is what Escape and a click outside mean. */
export function UnsavedChangesDialog({ opened, onStay, onLeave }: UnsavedChangesDialogProps) {
  return (
    <Dialog opened={opened} onClose={onStay} title="Leave without saving?">
      <p>What you changed on this page has not been saved and will be lost.</p>
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
