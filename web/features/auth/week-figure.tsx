import styles from './week-figure.module.css';
import { drawWeek } from './week-strokes.ts';

const { width, height, strokes } = drawWeek();
const [busiest] = strokes.toSorted((a, b) => b.length - a.length);

/** An ornament: seven days by twenty-four hours, a stroke as tall as the hour is busy, the busiest in the accent. */
export function WeekFigure() {
  return (
    <svg className={styles.figure} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      {strokes.map((stroke) => (
        <path
          key={`${stroke.x}:${stroke.y}`}
          className={stroke === busiest ? styles.busiest : styles.stroke}
          d={`M${stroke.x} ${stroke.y}v${-stroke.length}`}
        />
      ))}
    </svg>
  );
}
