import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { ChangeEvent, ReactNode } from 'react';

interface TextFileButtonProps {
  /** The input's name for screen readers: 'CSV file'. */
  label: string;
  /** Extensions and types, as the input's `accept`. */
  accept: string;
  isDisabled?: boolean;
  onText: (text: string) => void;
  children: ReactNode;
}

/** A button that reads a file of text in the browser. */
export function TextFileButton({ label, accept, isDisabled = false, onText, children }: TextFileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  async function read(event: ChangeEvent<HTMLInputElement>) {
    const element = event.currentTarget;
    const file = element.files?.[0];
    if (file) onText(await file.text());
    // Without a reset, choosing the same file again would fire no change event.
    element.value = '';
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => void read(event)}
      />
      <Button variant="default" onClick={() => input.current?.click()} disabled={isDisabled}>
        {children}
      </Button>
    </>
  );
}
