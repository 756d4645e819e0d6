import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import type { MouseEvent } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step opened a conversation over its list: closing goes one step back, and not one more forward. */
    openedHere?: true;
  }
}

/** Opening one conversation over the list, at an address of its own. */
export function useOpenRecord(id: string) {
  const router = useRouter();
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const search = { ...address, record: id };
  const open = () => void navigate({ to: '.', search, state: { openedHere: true }, resetScroll: false });
  return {
    getAddress: () => router.buildLocation({ to: '.', search }).href,
    openByClick: (event: MouseEvent<HTMLElement>) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      open();
    },
    /** Not on the link, and not the end of marking text with the mouse. */
    openFromRow: (event: MouseEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('a')) return;
      if (window.getSelection()?.isCollapsed === false) return;
      // The focus comes back here when the conversation closes.
      event.currentTarget.querySelector('a')?.focus({ preventScroll: true });
      open();
    },
  };
}

/** Closing it: a step back where it was opened from the list, and a bare list where a link led straight to it. */
export function useCloseRecord(): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const isClosing = useRef(false);
  return () => {
    // A step back takes a moment; a second call meanwhile would take another one.
    if (isClosing.current) return;
    isClosing.current = true;
    if (router.state.location.state.openedHere) router.history.back();
    else void navigate({ to: '.', search: { ...address, record: undefined }, replace: true, resetScroll: false });
  };
}
