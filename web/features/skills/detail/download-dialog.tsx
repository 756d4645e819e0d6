import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';

interface DownloadDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** What 'Add new skill' opens for now (section 2.5). */
export function DownloadDialog({ opened, onClose }: DownloadDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Add new skill">
      <p>Download All Skills: This functionality will be available soon.</p>
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
