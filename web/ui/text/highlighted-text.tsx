import { Fragment } from 'react';
import { findSpans } from '../../lib/fold-text.ts';
import { breakText } from './breakable-text.tsx';
import styles from './text.module.css';

/** The text with every occurrence of the literal query in bold. Another text or query is another element. */
export function HighlightedText({ text, query }: { text: string; query: string }) {
  return (
    <span key={`${query}\n${text}`} translate={text.includes('@') ? 'no' : undefined}>
      {splitByMatch(text, query).map((piece) =>
        piece.matched ? (
          <b key={piece.start} className={styles.match}>
            {breakText(piece.text)}
          </b>
        ) : (
          <Fragment key={piece.start}>{breakText(piece.text)}</Fragment>
        ),
      )}
    </span>
  );
}

interface TextPiece {
  text: string;
  matched: boolean;
  /** Index of the piece in the whole text; unique among its pieces. */
  start: number;
}

/**
 * Cuts `text` into the parts that contain `query` and those that do not. The query is literal text, compared without regard to case
 * and marks; what is marked are the letters as they stand in the text, e.g. the `ß` for `ss`.
 */
export function splitByMatch(text: string, query: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let place = 0;
  for (const { start, end } of findSpans(text, query)) {
    if (start > place) pieces.push({ text: text.slice(place, start), matched: false, start: place });
    pieces.push({ text: text.slice(start, end), matched: true, start });
    place = end;
  }
  if (place < text.length || place === 0) pieces.push({ text: text.slice(place), matched: false, start: place });
  return pieces;
}
