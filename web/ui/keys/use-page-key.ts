import { useEffect, useEffectEvent, type RefObject } from 'react';
import { pageKeys, type PageKey } from './page-keys.ts';

interface PageKeyOptions {
  isEnabled?: boolean;
  /** An element of the dialog in which the key works; without it, it works where no dialog is open. */
  inDialog?: RefObject<Element | null>;
}

/** Elements in which keys are typed, or choose. */
const typing = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]';

/**
 * Runs what a key of the catalogue does, while the component is mounted. A key that is typed into a field, pressed with Ctrl, Alt or
 * Meta, held down, or pressed under a dialog stays what it is. Escape closes dialogs and menus by itself, and acts here beside them.
 */
export function usePageKey(name: PageKey, run: () => void, { isEnabled = true, inDialog }: PageKeyOptions = {}): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, withControl = false } = pageKeys[name];
    if (
      event.key.toLowerCase() !== key.toLowerCase() ||
      !(withControl ? isPressedWithControl(event) : isPressed(event))
    )
      return;
    if (!isOnTop(inDialog?.current ?? undefined, inDialog !== undefined)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isEnabled]);
}

function isPressed({ target, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return false;
  return !(target instanceof Element && isTyping(target));
}

const isPressedWithControl = ({ ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing }: KeyboardEvent) =>
  ctrlKey !== metaKey && !altKey && !shiftKey && !repeat && !isComposing;

/** A checkbox is an input into which nothing is typed. */
const isTyping = (target: Element) =>
  target.closest(typing) !== null && !target.matches('[type=checkbox], [type=radio]');

/** Whether the dialog of the element is the newest, or none is open. */
function isOnTop(element: Element | undefined, needsDialog: boolean): boolean {
  const newest = Array.from(document.querySelectorAll('dialog[open], [role=dialog]')).at(-1);
  if (!needsDialog) return newest === undefined;
  return element !== undefined && newest?.contains(element) === true;
}
