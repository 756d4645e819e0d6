import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Shows the part of the page that the address names after its `#`, once it is there; the router looks for it before the
 * figures have come.
 */
export function useScrollToHash(isReady: boolean): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (isReady && hash !== '') document.getElementById(hash)?.scrollIntoView({ block: 'start' });
  }, [hash, isReady]);
}
