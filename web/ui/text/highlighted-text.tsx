import { splitByMatch } from '../../lib/text-matches.ts';
import { BreakableText } from './breakable-text.tsx';
import styles from './highlighted-text.module.css';

/** The text with every occurrence of the literal query in bold. */
export function HighlightedText({ text, query }: { text: string; query: string }) {
  return splitByMatch(text, query).map((piece) =>
    piece.matched ? (
      <b key={piece.start} className={styles.match}>
        <BreakableText text={piece.text} />
      </b>
    ) : (
      <BreakableText key={piece.start} text={piece.text} />
    ),
  );
}
