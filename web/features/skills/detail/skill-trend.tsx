import { useMemo, useState } from 'react';
import type { SkillFigures } from '#contract/skills/skill-figures.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import { BarLineChart, barLineHeightPx } from '../../../ui/charts/bar-line-chart.tsx';
import chartStyles from '../../../ui/charts/bar-line-chart.module.css';
import { ChartPanel, TableFrame, TableToggle } from '../../../ui/charts/chart-panel.tsx';
import { DataTable } from '../../../ui/records/data-table.tsx';
import styles from './skill-figures.module.css';
import { showEuros } from '../skill-money.ts';
import { chooseStep, toTrendPoints } from './trend-points.ts';
import type { TrendPoint } from './trend-points.ts';

/** How the use of a skill went from day to day; a long range is taken together by weeks or months. */
export function SkillTrend({ figures }: { figures: SkillFigures | undefined }) {
  const [isTable, setTable] = useState(false);
  const step = chooseStep(figures?.days.length ?? 1);
  const points = useMemo(() => toTrendPoints(figures?.days ?? [], step), [figures, step]);
  const title = `Requests and conversations by ${step}`;
  return (
    <ChartPanel
      title={title}
      note={figures ? <Legend /> : <SkeletonLine width="14rem" />}
      action={figures && <TableToggle isTable={isTable} onChange={setTable} of={title} />}
    >
      {!figures && <div className={styles.waiting} />}
      {figures && isTable && (
        <TableFrame label={title} heightPx={barLineHeightPx}>
          <TrendTable points={points} head={step} caption={title} />
        </TableFrame>
      )}
      {figures && !isTable && (
        <BarLineChart label={title} points={points} barName="conversations" lineName="requests" />
      )}
    </ChartPanel>
  );
}

function Legend() {
  return (
    <ul className={styles.legend}>
      <li>
        <span className={chartStyles.lineMark} aria-hidden="true" />
        requests
      </li>
      <li>
        <span className={chartStyles.barMark} aria-hidden="true" />
        conversations
      </li>
    </ul>
  );
}

interface TrendTableProps {
  points: readonly TrendPoint[];
  head: string;
  caption: string;
}

function TrendTable({ points, head, caption }: TrendTableProps) {
  return (
    <DataTable caption={caption}>
      <thead>
        <tr>
          <th scope="col">{`${head.charAt(0).toUpperCase()}${head.slice(1)}`}</th>
          {['Requests', 'Cost', 'Conversations'].map((name) => (
            <th key={name} scope="col" data-align="end">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ key, title, line, bar, cost }) => (
          <tr key={key}>
            <td>{title}</td>
            <td data-align="end">{formatCount(line)}</td>
            <td data-align="end">{showEuros(cost)}</td>
            <td data-align="end">{formatCount(bar)}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
