import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Dialogs of pages that a command opens. */
export type ArrivalDialog = 'limit' | 'new-key';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The dialog that the page opens as it is entered. */
    opensDialog?: ArrivalDialog;
  }
}

/**
 * Opens a dialog where the way to the page said so, once: not again after a reload, or on the way back.
 * @param open undefined while the page has not loaded what the dialog shows
 */
export function useDialogOnArrival(name: ArrivalDialog, open: (() => void) | undefined): void {
  const navigate = useNavigate();
  const opensDialog = useLocation({ select: ({ state }) => state.opensDialog });
  const isReady = open !== undefined;
  const arrive = useEffectEvent(() => {
    void navigate({ to: '.', search: true, replace: true, state: {} });
    open?.();
  });
  useEffect(() => {
    if (opensDialog === name && isReady) arrive();
  }, [opensDialog, name, isReady]);
}
