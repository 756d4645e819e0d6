import { Button } from '@mantine/core';
import { useState } from 'react';

interface CopyButtonProps {
  /** What is copied, as a part of the button's name. */
  label: string;
  text: string;
}

/** Copies a short text, and says whether it worked. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [said, setSaid] = useState<'Copied' | 'Blocked'>();
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
      <Button variant="subtle" size="compact-xs" aria-label={`Copy ${label}`} onClick={() => void copy()}>
        {said ?? 'Copy'}
      </Button>
      <span role="status" className="visually-hidden">
        {said === 'Blocked' ? 'Copying is blocked by your browser.' : said}
      </span>
    </>
  );
}
