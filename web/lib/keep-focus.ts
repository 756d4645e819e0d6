/**
 * Keeps the focus where a keyboard goes on, once what a button called has ended. Called once.
 *
 * - A button that a call has disabled for its time gets the focus back, once it is enabled again: browsers take the focus from what
 *   is disabled, and the keyboard would start at the top of the page. What was focused meanwhile keeps the focus.
 * - A field of the same form or dialog that has become wrong then gets the focus instead, the first of several.
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
    if (!isLost && shown.activeElement !== focused) return;
    const wrong = findWrong(focused, records);
    const enabled = records.find(({ target }) => isLost && target === focused)?.target as HTMLElement | undefined;
    if (wrong) wrong.focus();
    else if (enabled && !enabled.hasAttribute('disabled')) enabled.focus({ preventScroll: true });
  });
  observer.observe(shown, { subtree: true, attributes: true, attributeFilter: ['disabled', 'aria-invalid'] });
  shown.addEventListener('focusin', follow);
  return () => {
    observer.disconnect();
    shown.removeEventListener('focusin', follow);
  };
}

const around = 'form, [role="dialog"]';

/** The first field that has just become wrong beside the button that was pressed. */
function findWrong(pressed: EventTarget | null, records: readonly MutationRecord[]): HTMLElement | undefined {
  const button = pressed as HTMLElement | null;
  const place = button?.matches('button') ? button.closest(around) : undefined;
  if (!place) return undefined;
  const changed = new Set<Node>(records.map(({ target }) => target));
  return [...place.querySelectorAll<HTMLElement>('[aria-invalid="true"]')].find((field) => changed.has(field));
}
