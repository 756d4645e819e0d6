import { Fragment } from 'react';

/** Text in which an address that does not fit on its line breaks behind the @ first, and not in the middle of a word. */
export function BreakableText({ text }: { text: string }) {
  const [first = '', ...others] = text.split('@');
  if (others.length === 0) return text;
  return others.reduce(
    (before, piece) => (
      <Fragment>
        {before}@<wbr />
        {piece}
      </Fragment>
    ),
    <Fragment>{first}</Fragment>,
  );
}
