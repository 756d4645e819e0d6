import { useEffect } from 'react';

/**
 * Puts the focus on the page's heading, where keyboards and screen readers start. Answers whether there is one.
 */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** For what goes away while it may hold the focus, which then goes to the heading instead of nowhere. */
export function useFocusRescue(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusHeading();
    },
    [],
  );
}
