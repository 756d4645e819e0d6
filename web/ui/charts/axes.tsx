import styles from './charts.module.css';
import type { AxesLayout } from './scales.ts';

/** Grid lines with their values on the left, and the labels below the plot. */
export function Axes({ plot, gridLines, labels }: AxesLayout) {
  return (
    <>
      {gridLines.map(({ y, text }) => (
        <g key={y}>
          <line className={styles.gridLine} x1={plot.left} x2={plot.right} y1={y} y2={y} />
          <text className={styles.tick} x={plot.left - 10} y={y} dy="0.35em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {labels.map(({ key, x, text }) => (
        <text key={key} className={styles.tick} x={x} y={plot.bottom + 19} textAnchor="middle">
          {text}
        </text>
      ))}
    </>
  );
}
