import { Block, Row, Text } from '../layout/layout.tsx';
import styles from './charts.module.css';

export interface ChartEntry {
  name: string;
  value: string;
  /** The value of the previous period, where there is one to compare. */
  before?: string;
  /** Class of the mark that the chart draws the value with. */
  mark?: string;
}

interface ChartDetailProps {
  title: string;
  entries: readonly ChartEntry[];
  /** The point it belongs to, in pixels of the frame. */
  x: number;
  y: number;
  frameWidth: number;
  /** The dates of the previous values. */
  beforeTitle?: string | undefined;
  /** Effect of a click. */
  hint?: string | undefined;
}

/** The numbers of the point under the cursor, on the side with room. Hidden from screen readers, which read the cursor's text. */
export function ChartDetail({ title, entries, x, y, frameWidth, beforeTitle, hint }: ChartDetailProps) {
  const isLeft = x > frameWidth / 2;
  const place = isLeft ? { right: frameWidth - x + 12, top: y } : { left: x + 12, top: y };
  return (
    <Block pad={[2, 3]} size="sm" breaks="never" className={styles.detail} style={place} aria-hidden="true">
      <Text size="xs" tone="faint">
        {title}
      </Text>
      {entries.map(({ name, value, before, mark }) => (
        <Row key={name} as="p" gap={2} className={styles.entry}>
          {mark && <span className={mark} />}
          <span>{name}</span>
          <b>{value}</b>
          {before !== undefined && (
            <Text
              as="span"
              size="xs"
              tone="faint"
              number
              text="end"
              className={styles.before}
            >{`previous: ${before}`}</Text>
          )}
        </Row>
      ))}
      {beforeTitle && <Text size="xs" tone="faint">{`previous: ${beforeTitle}`}</Text>}
      {hint && (
        <Text above={1} size="xs" tone="accent">
          {hint}
        </Text>
      )}
    </Block>
  );
}
