import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { look } from './layout/layout.tsx';

interface CopyButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  /** Name of the text, as a part of the button's name. */
  label: string;
  text: string;
  /** Advice where the browser blocks copying. */
  otherwise?: string;
}

/** Copies a text, and says whether it worked. */
export function CopyButton({ label, text, otherwise, variant = 'subtle', size = 'compact-xs' }: CopyButtonProps) {
  const [said, setSaid] = useState<'Copied' | 'Blocked'>();
  const blocked = `Copying is blocked by your browser.${otherwise ? ` ${otherwise}` : ''}`;
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Blocked');
    }
  }
  return (
    <>
      <Button
        variant={variant}
        size={size}
        {...look({ fixed: true })}
        aria-label={`Copy ${label}`}
        onClick={() => void copy()}
      >
        {said ?? 'Copy'}
      </Button>
      <span role="status" className={said === 'Blocked' && otherwise ? undefined : 'visually-hidden'}>
        {said === 'Blocked' ? blocked : said}
      </span>
    </>
  );
}
