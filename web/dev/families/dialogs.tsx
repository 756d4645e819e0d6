import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ExternalLink } from '../../ui/text/external-link.tsx';
import type { Family } from '../samples.ts';
import { Opened } from '../states.tsx';
import { longName, longText, rightToLeftName, unbrokenName } from '../texts.ts';

interface ShownDialogProps {
  label: string;
  title?: string;
  widthPx?: number;
  isBusy?: boolean;
  paragraphs?: readonly string[];
}

function ShownDialog({
  label,
  title = 'Send again',
  isBusy = false,
  paragraphs = [longText],
  ...rest
}: ShownDialogProps) {
  return (
    <Opened label={label}>
      {(close) => (
        <Dialog opened onClose={close} title={title} {...rest}>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <DialogActions onCancel={close} isBusy={isBusy} isCancelFocused={!isBusy}>
            <Button loading={isBusy} onClick={close}>
              Send
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Opened>
  );
}

export const dialogs: Family = {
  title: 'Dialogs',
  samples: [
    {
      title: 'Dialog',
      render: () => ({
        normal: <ShownDialog label="Open" />,
        busy: <ShownDialog label="Open a busy one" isBusy />,
        'long and right-to-left names': (
          <ShownDialog
            label="Open one with long names"
            title={`${longName} ${unbrokenName} ${rightToLeftName}`}
            paragraphs={[unbrokenName, rightToLeftName]}
          />
        ),
        'wide, and higher than the window': (
          <ShownDialog
            label="Open a high one"
            widthPx={720}
            paragraphs={Array.from({ length: 24 }, (_, index) => `${index + 1}. ${longText}`)}
          />
        ),
      }),
    },
    {
      title: 'External link dialog',
      render: () => ({
        normal: <ExternalLink href="https://www.example.com/docs">A page of another host</ExternalLink>,
        'a long host': (
          <ExternalLink href={`https://${'department.'.repeat(12)}example.com/`}>A long host</ExternalLink>
        ),
        'no web address': <ExternalLink href="javascript:void 0">Stays plain text</ExternalLink>,
      }),
    },
  ],
};
