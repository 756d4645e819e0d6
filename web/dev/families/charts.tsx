import { BarLineChart } from '../../ui/charts/bar-line-chart.tsx';
import { BarTable } from '../../ui/charts/bar-table.tsx';
import { ChartPanel } from '../../ui/charts/chart-panel.tsx';
import { HeatMap, HeatMapLegend } from '../../ui/charts/heat-map.tsx';
import { SeriesChart } from '../../ui/charts/series-chart.tsx';
import type { SeriesData } from '../../ui/charts/series-layout.ts';
import { SumChart } from '../../ui/charts/sum-chart.tsx';
import type { SumPoint } from '../../ui/charts/sum-layout.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { fall, rise, same, toCount } from '../figures.ts';
import type { Family } from '../samples.ts';
import { longName, rightToLeftName, unbrokenName } from '../texts.ts';
import { toPoints } from '../trend-points.ts';

function BarLine({ count }: { count: number }) {
  return <BarLineChart label="Conversations" points={toPoints(count)} barName="users" lineName="conversations" />;
}

const toSums = (count: number, known: number): SumPoint[] =>
  Array.from({ length: count }, (_, day) => ({
    key: `${day + 1}`,
    label: `${day + 1}`,
    title: `${day + 1} November`,
    sum: day < known ? day * 40 : undefined,
    expected: day >= known - 1 ? { sum: day * 40, low: day * 34, high: day * 48 } : undefined,
  }));

function Sum({
  points,
  limit,
  reachedKey = null,
}: {
  points: SumPoint[];
  limit: number | null;
  reachedKey?: string | null;
}) {
  return (
    <SumChart
      label="Cost of the period"
      points={points}
      limit={limit}
      limitText="Limit"
      reachedKey={reachedKey}
      formatTick={(value) => `€${value}`}
      describe={({ sum, expected }) => [{ name: 'cost', value: `€${sum ?? expected?.sum ?? 0}` }]}
    />
  );
}

function Series({ kind, labels, count }: { kind: SeriesData['kind']; labels: readonly string[]; count: number }) {
  const names = ['Conversations', rightToLeftName, unbrokenName, longName, 'Fifth', 'Sixth', 'Seventh'];
  const series = names.slice(0, count).map((name, place) => ({
    key: name,
    name,
    values: labels.map((_, index) => toCount(index * 3 + place * 5)),
  }));
  return <SeriesChart title={`A ${kind} chart`} data={{ kind, labels, series }} />;
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const hours = Array.from({ length: 24 }, (_, hour) => `${hour}`);

function Hours({ scale }: { scale: number }) {
  const values = days.map((_, day) => hours.map((__, hour) => Math.round(toCount(day * 5 + hour) * scale)));
  return (
    <>
      <HeatMap
        label="Conversations by hour"
        rows={days}
        columns={hours.map((hour) => (Number(hour) % 6 === 0 ? `${hour}:00` : ''))}
        values={values}
        previous={values}
        describe={(row, column) => `${days[row]}, ${column}:00`}
        unit="conversations"
      />
      <HeatMapLegend highest={Math.max(...values.flat())} unit="conversations" />
    </>
  );
}

const rows = [
  { key: '1', name: 'Vacation request', value: 1204, share: '48.1%', amount: '€602.00', comparison: rise },
  { key: '2', name: longName, value: 700, share: '28.0%', amount: '€350.00', comparison: fall, tone: 'red' as const },
  { key: '3', name: unbrokenName, value: 1, share: '0.1%', amount: '€0.50', comparison: same, tone: 'grey' as const },
  { key: '4', name: rightToLeftName, value: 0, share: '0.0%', amount: '€0.00', comparison: same },
];

export const charts: Family = {
  title: 'Charts',
  samples: [
    {
      title: 'Chart panel',
      render: () => ({
        whole: (
          <ChartPanel title={longName} note="By conversations" action={<LinkButton>See all</LinkButton>}>
            <BarLine count={12} />
          </ChartPanel>
        ),
      }),
    },
    {
      title: 'Bar and line chart',
      render: () => ({
        none: <BarLine count={0} />,
        one: <BarLine count={1} />,
        'a month': <BarLine count={30} />,
        many: <BarLine count={365} />,
      }),
    },
    {
      title: 'Sum chart',
      render: () => ({
        none: <Sum points={[]} limit={null} />,
        one: <Sum points={toSums(1, 1)} limit={500} />,
        'a month, the limit reached': <Sum points={toSums(30, 14)} limit={900} reachedKey="24" />,
        'a limit out of sight': <Sum points={toSums(30, 30)} limit={100_000} />,
      }),
    },
    {
      title: 'Series chart',
      render: () => ({
        none: <Series kind="bar" labels={[]} count={1} />,
        'one value': <Series kind="bar" labels={['November']} count={1} />,
        'bars of several series': <Series kind="bar" labels={days} count={7} />,
        'lines with long labels': <Series kind="line" labels={[longName, unbrokenName, rightToLeftName]} count={3} />,
        'many values': <Series kind="line" labels={Array.from({ length: 365 }, (_, day) => `Day ${day}`)} count={2} />,
        'a pie': <Series kind="pie" labels={[...days, longName, unbrokenName]} count={1} />,
        'a pie of one': <Series kind="pie" labels={['All']} count={1} />,
      }),
    },
    { title: 'Heat map', render: () => ({ filled: <Hours scale={1} />, 'all 0': <Hours scale={0} /> }) },
    {
      title: 'Bar table',
      render: () => ({
        'with shares and amounts': (
          <BarTable caption="Skills" nameHead="Skill" valueHead="Requests" amountHead="Cost" rows={rows} />
        ),
        one: <BarTable caption="Skills" nameHead="Skill" valueHead="Requests" rows={rows.slice(0, 1)} />,
        none: <BarTable caption="Skills" nameHead="Skill" valueHead="Requests" rows={[]} />,
      }),
    },
  ],
};
