import type { ChartPart as Part } from '#contract/conversations/message-parts.ts';
import { SeriesChart } from '#web/ui/charts/series-chart.tsx';
import type { SeriesData } from '#web/ui/charts/series-layout.ts';
import { Block, Text } from '#web/ui/layout/layout.tsx';

/** A chart, or its title alone where its data can not be drawn. */
export function ChartPart({ part }: { part: Part }) {
  const { title = '' } = part;
  const data = findChartData(part);
  return (
    <Block as="figure">
      <Text as="figcaption" weight="medium" breaks="anywhere" dir="auto">
        {title || 'Chart'}
      </Text>
      {data && <SeriesChart data={data} title={title || 'Chart'} />}
    </Block>
  );
}

/** Undefined unless there are labels, and series of as many values. */
export function findChartData({ kind = 'bar', labels = [], series = [] }: Part): SeriesData | undefined {
  const isWhole = series.every(({ values }) => values.length === labels.length);
  if (labels.length === 0 || series.length === 0 || !isWhole) return undefined;
  const keyed = series.map((each, index) => ({ ...each, key: `series ${index}` }));
  // A pie has no slices for values below 0.
  const isPie = keyed.length === 1 && (keyed[0]?.values.every((value) => value >= 0) ?? false);
  return { kind: kind === 'pie' && !isPie ? 'bar' : kind, labels, series: keyed };
}
