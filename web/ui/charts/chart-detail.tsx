import styles from './chart-detail.module.css';

interface ChartDetailProps {
  title: string;
  /** `before`: of the previous period, where there is one to compare. */
  entries: readonly { name: string; value: string; before?: string; mark?: string }[];
  /** The point it belongs to, in pixels of the frame. */
  x: number;
  y: number;
  frameWidth: number;
}

/** The numbers of the point that is looked at, on whichever side of it there is room. The cursor itself tells screen readers. */
export function ChartDetail({ title, entries, x, y, frameWidth }: ChartDetailProps) {
  const isLeft = x > frameWidth / 2;
  const place = isLeft ? { right: frameWidth - x + 12, top: y } : { left: x + 12, top: y };
  return (
    <div className={styles.detail} style={place} aria-hidden="true">
      <p className={styles.title}>{title}</p>
      {entries.map(({ name, value, before, mark }) => (
        <p key={name} className={styles.entry}>
          {mark && <span className={mark} />}
          <span>{name}</span>
          <b>{value}</b>
          {before !== undefined && <span className={styles.before}>before {before}</span>}
        </p>
      ))}
    </div>
  );
}
