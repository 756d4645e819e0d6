import { Fragment, type ReactNode } from 'react';

/**
 * Text in which an address that does not fit on its line breaks behind the @ first, and not in the middle of a word. Its pieces never
 * change: another text is another element.
 */
export function BreakableText({ text }: { text: string }) {
  return (
    <span key={text} translate={text.includes('@') ? 'no' : undefined}>
      {breakText(text)}
    </span>
  );
}

/** The same without an element of its own, for an element that is made anew where the text changes. */
export function breakText(text: string): ReactNode {
  const pieces = text.split(/(?<=@)/);
  return pieces.map((piece, index) => (
    <Fragment key={pieces.slice(0, index).join('')}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
