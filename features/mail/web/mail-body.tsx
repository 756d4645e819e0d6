import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { Block } from '#web/ui/layout/layout.tsx';
import styles from './mails.module.css';

const skeletonWidths = ['42%', '88%', '74%', '30%', '62%', '66%', '48%', '70%'];

/** The plain text of a mail. */
export function MailBody({ text }: { text: string }) {
  return (
    // No tab stop, because the dialog around the text scrolls with it.
    <Block pad={[5, 6]} number breaks="kept" className={styles.paper} dir="auto">
      {text}
    </Block>
  );
}

export function MailBodyWaiting({ label }: { label: string }) {
  return (
    <Block pad={[5, 6]} number breaks="kept" className={styles.paper} aria-busy="true">
      <span className="visually-hidden" role="status">
        {label}
      </span>
      {skeletonWidths.map((width) => (
        <div key={width}>
          <SkeletonLine width={width} />
        </div>
      ))}
    </Block>
  );
}
