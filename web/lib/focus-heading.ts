import { useEffect } from 'react';

/** The heading of a page that is a tab stands below the title of its area. */
const findHeading = () =>
  document.querySelector<HTMLElement>('main [data-page-heading]') ?? document.querySelector<HTMLElement>('main h1');

/**
 * Puts the focus on the page's heading, where keyboards and screen readers start. Answers whether there is one.
 */
export function focusHeading(): boolean {
  const heading = findHeading();
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** Whether the focus stands where a new page begins, and nothing has moved it since. */
export const isHeadingFocused = (): boolean => {
  const heading = findHeading();
  return heading !== null && document.activeElement === heading;
};

/** For a component that can unmount while it holds the focus: the heading then gets the focus, which would be lost. */
export function useFocusRescue(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusHeading();
    },
    [],
  );
}
