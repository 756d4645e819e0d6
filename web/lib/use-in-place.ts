import { useEffect, useRef, useState } from 'react';

const controls = 'input, select, textarea, button, a[href]';

/**
 * A form that stands in the place of the button that opens it. What was pressed goes at once, so the focus goes to the first control
 * of the form, and behind the form to the button.
 *
 * @param isOpenFirst whether it begins open
 * @returns `ref` is that of an element around both.
 */
export function useInPlace<Around extends HTMLElement>(isOpenFirst = false) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const ref = useRef<Around>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const shown = [...(ref.current?.querySelectorAll<HTMLElement>(controls) ?? [])];
    shown.find((each) => !each.matches(':disabled, [type="hidden"], [tabindex="-1"]'))?.focus({ preventScroll: true });
  }, [isOpen]);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false), ref };
}
