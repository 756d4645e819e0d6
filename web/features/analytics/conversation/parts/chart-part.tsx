import type { ChartPart as Part } from '#contract/analytics/message-parts.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import { findChartData } from './chart-layout.ts';
import styles from './parts.module.css';

/** A chart where its data is understood, otherwise its title alone. */
export function ChartPart({ part }: { part: Part }) {
  const { title = '' } = part;
  const data = findChartData(part);
  return (
    <figure className={styles.chart}>
      <figcaption dir="auto">{title || 'Chart'}</figcaption>
      {data && <ChartDrawing data={data} title={title || 'Chart'} />}
    </figure>
  );
}
