import { useEffect } from 'react';
import { settings } from './settings.ts';

/** Sets the title of the tab and of the history entry. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${settings.brand.product}`;
  }, [title]);
}
