import type { ReactNode } from 'react';

/** Text in which an address that does not fit on its line breaks behind the @ first, and not in the middle of a word. */
export function BreakableText({ text }: { text: string }) {
  const [first, ...others] = text.split('@');
  return others.reduce<ReactNode>(
    (before, piece) => (
      <>
        {before}@<wbr />
        {piece}
      </>
    ),
    first,
  );
}
