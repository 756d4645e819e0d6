import styles from '../auth.module.css';

export interface Stroke {
  readonly x: number;
  /** The lower end, in units of the drawing. */
  readonly y: number;
  readonly length: number;
}

const days = 7;
const hours = 24;
const columnWidth = 18;
const rowHeight = 30;
const tallest = 24;
const inset = 2;

/** The load of an hour, from 0 to 1: a morning and an afternoon peak, low at night and at weekends. */
function getLoad(day: number, hour: number): number {
  const peak = (at: number, spread: number) => Math.exp(-((hour - at) ** 2) / spread);
  const weekday = day < 5 ? 1 : 0.28;
  return (peak(10.2, 7) + 0.86 * peak(14.6, 9)) * weekday * (0.5 + 0.5 * getNoise(day, hour));
}

/** A pseudo-random number from 0 to 1, the same on every visit. */
function getNoise(day: number, hour: number): number {
  const spread = Math.sin(day * 127.1 + hour * 311.7) * 43_758.5453;
  return spread - Math.floor(spread);
}

/** The strokes of a week, Monday in the first row. */
export function drawWeek() {
  const strokes: Stroke[] = [];
  for (let day = 0; day < days; day += 1) {
    for (let hour = 0; hour < hours; hour += 1) {
      const length = Math.max(1.5, Math.round(getLoad(day, hour) * tallest * 10) / 10);
      strokes.push({ x: inset + hour * columnWidth, y: (day + 1) * rowHeight - inset, length });
    }
  }
  return { width: (hours - 1) * columnWidth + inset * 2, height: days * rowHeight, strokes };
}

const { width, height, strokes } = drawWeek();
const [busiest, ...others] = strokes.toSorted((a, b) => b.length - a.length);

/** A decoration: seven days by 24 hours, with a stroke for the load of each hour and the highest in the accent colour. */
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
