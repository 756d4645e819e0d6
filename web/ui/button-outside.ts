import { useLayoutEffect, type RefCallback, type RefObject } from 'react';

interface ButtonOutsideProps {
  /** The button that was there before the code of the popover. */
  button: RefObject<HTMLElement | null>;
  /** Given by Mantine, which places the popover at what it gets. */
  ref?: RefCallback<HTMLElement>;
}

/** The child of `Popover.Target` and `Menu.Target` where the button stands outside of them. It draws nothing. */
export function ButtonOutside({ button, ref }: ButtonOutsideProps) {
  useLayoutEffect(() => {
    ref?.(button.current);
    return () => void ref?.(null);
  }, [ref, button]);
  return null;
}
