import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { availableSoon } from './skill-words.ts';

interface DownloadDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** What 'Add new skill' opens for now (section 2.5). */
export function DownloadDialog({ opened, onClose }: DownloadDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Add new skill">
      <p>Download All Skills: {availableSoon}</p>
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
