import { useState } from 'react';
import { chartSize, layOutChart } from './chart-layout.ts';
import type { ChartData, ChartLayout } from './chart-layout.ts';
import styles from './chart-drawing.module.css';

/** So many colours; then they begin again. */
const colours = 6;

export function ChartDrawing({ data, title }: { data: ChartData; title: string }) {
  const layout = layOutChart(data);
  const isPie = data.kind === 'pie';
  const names = isPie
    ? data.labels.map((name, index) => ({ key: `slice ${index}`, name }))
    : data.series.map(({ key, name }) => ({ key, name }));
  return (
    <>
      <svg
        viewBox={isPie ? '-280 -108 560 216' : `0 0 ${chartSize.width} ${chartSize.height}`}
        role="img"
        aria-label={`${title}; its numbers are in the table below`}
        className={styles.drawing}
      >
        <Axes layout={layout} />
        {layout.marks.map(({ key, colour, path }) => (
          <path key={key} d={path} data-kind={data.kind} data-colour={colour % colours} />
        ))}
      </svg>
      {(isPie || names.length > 1) && (
        <ul className={styles.names}>
          {names.map(({ key, name }, index) => (
            <li key={key}>
              <span className={styles.swatch} data-colour={index % colours} />
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <Numbers data={data} />
    </>
  );
}

function Axes({ layout: { ticks, labels } }: { layout: ChartLayout }) {
  return (
    <>
      {ticks.map(({ key, x, y, text }) => (
        <g key={key}>
          <line x1={x} x2={chartSize.width - 8} y1={y} y2={y} />
          <text x={x - 8} y={y} dy="0.35em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {labels.map(({ key, x, y, text }) => (
        <text key={key} x={x} y={y} textAnchor="middle">
          {text}
        </text>
      ))}
    </>
  );
}

/** The same numbers to be read; drawn when somebody opens them. */
function Numbers({ data: { labels, series } }: { data: ChartData }) {
  const [isOpen, setOpen] = useState(false);
  const rows = labels.map((label, index) => ({ key: `row ${index}`, label, index }));
  return (
    <details className={styles.numbers} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show the numbers</summary>
      {isOpen && (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Label</span>
              </th>
              {series.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, index }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {series.map((each) => (
                  <td key={each.key}>{each.values[index]?.toLocaleString('en')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
