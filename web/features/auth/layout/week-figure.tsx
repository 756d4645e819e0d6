import styles from './week-figure.module.css';
import { drawWeek } from './week-strokes.ts';
import type { Stroke } from './week-strokes.ts';

const { width, height, strokes } = drawWeek();
const [busiest, ...others] = strokes.toSorted((a, b) => b.length - a.length);

/** An ornament: seven days by twenty-four hours, a stroke as tall as the hour is busy, the busiest in the accent. */
export function WeekFigure() {
  return (
    <svg className={styles.figure} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <path className={styles.stroke} d={toPath(others)} />
      <path className={styles.busiest} d={toPath(busiest ? [busiest] : [])} />
    </svg>
  );
}

function toPath(drawn: readonly Stroke[]): string {
  return drawn.map(({ x, y, length }) => `M${x} ${y}v${-length}`).join('');
}
