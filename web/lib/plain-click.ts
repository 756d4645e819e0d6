interface Click {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** False for a click that opens another tab, another window or a download in the browser. */
export function isPlainClick({ ctrlKey, metaKey, shiftKey, altKey }: Click): boolean {
  return !ctrlKey && !metaKey && !shiftKey && !altKey;
}

/** False for a click on a control of the row, and for a click that ends a text selection. */
export function isRowClick({ target }: { target: EventTarget | null }): boolean {
  const isControl = target instanceof Element && target.closest('a, button, input, label, select') !== null;
  return !isControl && window.getSelection()?.isCollapsed !== false;
}
