/**
 * Gives the focus back to a button that a call has disabled for its time, once it is enabled again: browsers take the focus from
 * what is disabled, and the keyboard would start at the top of the page. What was focused meanwhile keeps the focus. Called once.
 *
 * @returns stops it.
 */
export function keepFocus(shown: Document): () => void {
  const { MutationObserver: Observer } = shown.defaultView ?? globalThis;
  let focused: EventTarget | null = null;

  function follow({ target }: FocusEvent) {
    focused = target;
  }

  const observer = new Observer((records) => {
    const isLost = shown.activeElement === null || shown.activeElement === shown.body;
    const enabled = records.find(({ target }) => target === focused)?.target as HTMLElement | undefined;
    if (isLost && enabled && !enabled.hasAttribute('disabled')) enabled.focus({ preventScroll: true });
  });
  observer.observe(shown, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
  shown.addEventListener('focusin', follow);
  return () => {
    observer.disconnect();
    shown.removeEventListener('focusin', follow);
  };
}
