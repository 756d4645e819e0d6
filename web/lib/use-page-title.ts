import { useEffect } from 'react';
import { settings } from './settings.ts';

/** Names the browser's tab and history entry after the page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${settings.brand.product}`;
  }, [title]);
}
