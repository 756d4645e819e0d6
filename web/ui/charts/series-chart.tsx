import { useState } from 'react';
import { formatCount } from '../../lib/numbers.ts';
import { Axes } from './axes.tsx';
import { Block, Row } from '../layout/layout.tsx';
import styles from './charts.module.css';
import { layOutSeries, seriesChartSize, type SeriesData } from './series-layout.ts';

/** Colours of the style sheet; further marks begin again with the first. */
const colourCount = 6;
const axesBox = `0 0 ${seriesChartSize.width} ${seriesChartSize.height}`;
/** A pie stands around the origin. */
const pieBox = '-280 -108 560 216';

/** Bars, lines or a pie of given numbers, with the names of its colours and the table of its numbers. */
export function SeriesChart({ data, title }: { data: SeriesData; title: string }) {
  const { axes, marks } = layOutSeries(data);
  const names = axes
    ? data.series.map(({ key, name }) => ({ key, name }))
    : data.labels.map((name, index) => ({ key: `slice ${index}`, name }));
  return (
    <>
      <svg
        viewBox={axes ? axesBox : pieBox}
        role="img"
        aria-label={`${title}; its numbers are in the table below`}
        className={styles.seriesChartDrawing}
      >
        {axes && <Axes {...axes} />}
        {marks.map(({ key, colour, path }) => (
          <path key={key} d={path} data-kind={data.kind} data-colour={colour % colourCount} />
        ))}
      </svg>
      {(!axes || names.length > 1) && (
        <Row as="ul" gap={4} rowGap={1} align="stretch" wrap above={2} size="sm" tone="soft">
          {names.map(({ key, name }, index) => (
            <Row as="li" gap={2} breaks="anywhere" shrink key={key}>
              <span className={styles.swatch} data-colour={index % colourCount} />
              <bdi>{name}</bdi>
            </Row>
          ))}
        </Row>
      )}
      <Numbers data={data} />
    </>
  );
}

/** The table of the same numbers, rendered when it is opened. */
function Numbers({ data: { labels, series } }: { data: SeriesData }) {
  const [isOpen, setOpen] = useState(false);
  const rows = labels.map((label, index) => ({ key: `row ${index}`, label, index }));
  return (
    <Block
      as="details"
      above={2}
      size="sm"
      tone="soft"
      className={styles.numbers}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
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
                  <td key={each.key}>{formatCount(each.values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Block>
  );
}
