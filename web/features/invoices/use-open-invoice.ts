import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step opened an invoice over the list: closing it goes one step back. */
    invoiceOpenedHere?: true;
  }
}

/** The invoice that the address opens over the list. */
export function useOpenInvoice(): string | undefined {
  const { invoice }: { invoice?: unknown } = useSearch({ strict: false });
  return typeof invoice === 'string' && invoice !== '' ? invoice : undefined;
}

/** Closing it: a step back where it was opened from the list, and a bare list where a link led straight to it. */
export function useCloseInvoice(): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  const isClosing = useRef(false);
  return () => {
    // A step back takes a moment; a second call meanwhile would take another one.
    if (isClosing.current) return;
    isClosing.current = true;
    if (router.state.location.state.invoiceOpenedHere) router.history.back();
    else void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  };
}
