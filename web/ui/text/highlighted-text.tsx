import { Fragment } from 'react';
import { breakText } from './breakable-text.tsx';
import styles from './highlighted-text.module.css';

/** The text with every occurrence of the literal query in bold. Another text or query is another element. */
export function HighlightedText({ text, query }: { text: string; query: string }) {
  return (
    <span key={`${query}\n${text}`}>
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
  /** Where the piece starts in the whole text; unique among its pieces. */
  start: number;
}

/**
 * Cuts `text` into the parts that contain `query` and those that do not. The query is literal text, compared without
 * regard to case. Where lower-casing changes the length ('İ'), positions would slip, so nothing is marked.
 */
export function splitByMatch(text: string, query: string): TextPiece[] {
  const whole = [{ text, matched: false, start: 0 }];
  const needle = query.trim().toLowerCase();
  const haystack = text.toLowerCase();
  if (needle === '' || haystack.length !== text.length) return whole;
  const pieces: TextPiece[] = [];
  let start = 0;
  for (let hit = haystack.indexOf(needle); hit !== -1; hit = haystack.indexOf(needle, start)) {
    if (hit > start) pieces.push({ text: text.slice(start, hit), matched: false, start });
    pieces.push({ text: text.slice(hit, hit + needle.length), matched: true, start: hit });
    start = hit + needle.length;
  }
  if (start < text.length) pieces.push({ text: text.slice(start), matched: false, start });
  return pieces.length > 0 ? pieces : whole;
}
