import { Button } from '@mantine/core';
import { useStore } from '../../lib/create-store.ts';
import { findExternalHost } from '../../lib/external-address.ts';
import { Dialog, DialogActions } from '../dialog.tsx';
import { Text } from '../layout/layout.tsx';
import { closeExternalLinkDialog, externalLinkStore } from './external-link-store.ts';

/** Confirms leaving for an external page. Shows the host as the browser resolves it. */
export function ExternalLinkDialog({ product }: { product: string }) {
  const href = useStore(externalLinkStore);
  const host = href === undefined ? undefined : findExternalHost(href);
  return (
    <Dialog opened={host !== undefined} onClose={closeExternalLinkDialog} title={`You are leaving ${product}`}>
      <p>{`${product} is not responsible for external content.`}</p>
      <Text pad={[3, 0]} rule="both" above={4} weight="strong" breaks="anywhere">
        {host}
      </Text>
      <DialogActions>
        <Button variant="default" onClick={closeExternalLinkDialog}>
          Stay here
        </Button>
        <Button component="a" href={href} target="_blank" rel="noopener noreferrer" onClick={closeExternalLinkDialog}>
          Continue
        </Button>
      </DialogActions>
    </Dialog>
  );
}
