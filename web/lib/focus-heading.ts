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

/** Whether the focus stands where a new page begins, and nothing has moved it since. */
export const isHeadingFocused = (): boolean => document.activeElement?.matches('main h1') ?? false;

/** For a component that can unmount while it holds the focus: the heading then gets the focus, which would be lost. */
export function useFocusRescue(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusHeading();
    },
    [],
  );
}
