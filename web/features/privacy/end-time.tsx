import { formatDateTime } from '#contract/calendar/formats.ts';
import styles from './privacy-page.module.css';

/** When work in the background has ended, in ISO 8601; nothing while it goes on. */
export function EndTime({ date, zone }: { date: string | null; zone: string }) {
  if (date === null) return null;
  return (
    <div className={styles.soft}>
      <time dateTime={date}>{formatDateTime(date, zone)}</time>
    </div>
  );
}
