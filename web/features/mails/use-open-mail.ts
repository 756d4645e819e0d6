import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    openedHere?: true;
  }
}

type Opened = { mail: string } | { preview: 'digest' };

/** What lies open over the page, as its address says. */
export function useOpened(): { mail: string | undefined; isPreview: boolean } {
  const { mail, preview }: { mail?: unknown; preview?: unknown } = useSearch({ strict: false });
  return { mail: typeof mail === 'string' ? mail : undefined, isPreview: preview === 'digest' };
}

/** Opens a mail or the preview over the page, at an address of its own. */
export function useOpenMail() {
  const router = useRouter();
  const navigate = useNavigate();
  return {
    getAddress: (search: Opened) => router.buildLocation({ to: '.', search }).href,
    open: (search: Opened) => void navigate({ to: '.', search, state: { openedHere: true }, resetScroll: false }),
  };
}

/** A step back where it was opened from the page, and the bare page where a link led straight to it. */
export function useCloseMail(): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  const isClosing = useRef(false);
  return () => {
    // A step back takes a moment; a second call meanwhile would take another one.
    if (isClosing.current) return;
    isClosing.current = true;
    if (router.state.location.state.openedHere) router.history.back();
    else void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  };
}
