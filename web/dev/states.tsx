import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

interface HeldProps<Value> {
  start: Value;
  children: (value: Value, change: (value: Value) => void) => ReactNode;
}

/** Holds the value of a part that its caller holds. */
export function Held<Value>({ start, children }: HeldProps<Value>) {
  const [value, setValue] = useState(start);
  return children(value, setValue);
}

interface OpenedProps {
  /** The words of the button. */
  label: string;
  children: (close: () => void) => ReactNode;
}

/** A button that shows a part which takes the whole window, or much of the page. */
export function Opened({ label, children }: OpenedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" data-opens onClick={() => setOpen(!isOpen)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

/** Shows the first control inside as it looks with the focus. */
export function Focused({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    frame.current?.querySelector('a, button, input, select, textarea, [tabindex]')?.setAttribute('data-focused', '');
  }, []);
  return <div ref={frame}>{children}</div>;
}
