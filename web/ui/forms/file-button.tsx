import { Button } from '@mantine/core';
import { useRef, type ChangeEvent, type ReactNode } from 'react';

interface FileButtonProps {
  /** The input's name for screen readers: 'CSV file'. */
  label: string;
  /** Extensions and types, as the input's `accept`; any by default. */
  accept?: string;
  variant?: 'default' | 'filled';
  isDisabled?: boolean;
  isLoading?: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** A button that lets one file be chosen. */
export function FileButton(props: FileButtonProps) {
  const { label, accept, variant = 'default', isDisabled = false, isLoading = false, onFile, children } = props;
  const input = useRef<HTMLInputElement>(null);
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    // Without a reset, choosing the same file again would fire no change event.
    currentTarget.value = '';
    if (file && !isDisabled && !isLoading) onFile(file);
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
        onChange={choose}
      />
      <Button variant={variant} onClick={() => input.current?.click()} disabled={isDisabled} loading={isLoading}>
        {children}
      </Button>
    </>
  );
}
