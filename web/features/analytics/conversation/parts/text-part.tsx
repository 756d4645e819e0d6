import { useState } from 'react';
import type { TextPart as Part } from '#contract/analytics/message-parts.ts';
import { SanitisedHtml } from '../../../../ui/text/sanitised-html.tsx';
import styles from './parts.module.css';
import { cutTexts, toTexts } from './text-cut.ts';

/** Text as HTML. A very long one is begun, and shown whole when somebody wants it. */
export function TextPart({ part }: { part: Part }) {
  const [isWhole, setWhole] = useState(false);
  const texts = toTexts(part.value);
  const { shown, leftOut } = cutTexts(texts);
  return (
    <div className={styles.text}>
      {(isWhole ? texts : shown).map(({ key, html }) => (
        <SanitisedHtml key={key} html={html} />
      ))}
      {leftOut > 0 && !isWhole && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          Show the whole text, {leftOut.toLocaleString('en')} more characters
        </button>
      )}
    </div>
  );
}
