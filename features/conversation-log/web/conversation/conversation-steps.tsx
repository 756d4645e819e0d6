import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { toKeyName, type PageKey } from '#web/ui/keys/page-keys.ts';
import { usePageKey } from '#web/ui/keys/use-page-key.ts';
import { Row, Text } from '#web/ui/layout/layout.tsx';

/** The conversations around one, in the order of the list; undefined at its ends. */
export interface Neighbours {
  readonly newer: (() => void) | undefined;
  readonly older: (() => void) | undefined;
}

interface StepsProps {
  id: string;
  neighbours: Neighbours | undefined;
  /** Nothing leads to what is not there. */
  isMissing: boolean;
  isLoading: boolean;
  /** Further actions. */
  children: ReactNode;
}

/** To the conversations around this one, also by keys, and its address to pass on. */
export function ConversationSteps({ id, neighbours, isMissing, isLoading, children }: StepsProps) {
  const { getAddress } = useOverlayInUrl('record');
  const place = useRef<HTMLDivElement>(null);
  const inDialog = { inDialog: place };
  usePageKey('previous', () => neighbours?.newer?.(), inDialog);
  usePageKey('next', () => neighbours?.older?.(), inDialog);
  // A transcript that had the focus is gone with its conversation.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [id, isLoading]);
  return (
    <Row ref={place} tabIndex={-1} gap={2} wrap data-unprinted>
      {neighbours && (
        <>
          <Step label="Newer" name="previous" onStep={neighbours.newer} />
          <Step label="Older" name="next" onStep={neighbours.older} />
        </>
      )}
      {!isMissing && (
        <Text as="span" size="sm" tone="faint">
          Link
          <CopyButton label="link" text={new URL(getAddress(id), window.location.href).href} />
        </Text>
      )}
      {children}
    </Row>
  );
}

function Step({ label, name, onStep }: { label: string; name: PageKey; onStep: (() => void) | undefined }) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      disabled={onStep === undefined}
      aria-keyshortcuts={toKeyName(name)}
      title={`${label} (${toKeyName(name)})`}
      onClick={onStep}
    >
      {label}
    </Button>
  );
}
