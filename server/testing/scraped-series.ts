import type { MetricFacts } from '#contract/metrics/metric-facts.ts';
import { metrics } from '#contract/metrics/metrics.ts';
import type { SeriesByMetric } from '../../tools/monitoring/testing/promtool.ts';

/** Values of one scrape by series, those of timestamps as seconds from the clock. */
export type Scraped = ReadonlyMap<string, Sample>;

interface Sample {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

/** Reads the text format of Prometheus. */
export function parseScrape(text: string, now: Date): Scraped {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', labels = '', value = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
      const shift = findFacts(name)?.unit === 'timestamp' ? now.getTime() / 1000 : 0;
      return [`${name}{${labels}}`, { name, labels, value: Number(value) - shift }] as const;
    }),
  );
}

const findFacts = (name: string): MetricFacts | undefined =>
  metrics[name.replace(/_(?:bucket|count|sum)$/, '') as keyof typeof metrics];

export interface Change {
  /** Also how long calls took and how late the event loop was, which depend on the machine. */
  readonly isTimed?: boolean | undefined;
  /** Gauges that go on changing as between both scrapes. */
  readonly moving?: readonly string[];
  /** Times of work that is done no more. */
  readonly stopped?: readonly string[];
}

/** Times of work that is done every few minutes. */
const keptUp = ['steward_audit_chain_checked_timestamp_seconds'];

/**
 * Series of the minutes after two scrapes, if it goes on as between them: counters grow each minute by as much, and gauges stay
 * as they are.
 */
export function toSeries(before: Scraped, after: Scraped, change: Change = {}): SeriesByMetric {
  const series: Record<string, Array<readonly [string, string]>> = {};
  for (const [key, sample] of after) {
    const facts = findFacts(sample.name);
    if (!facts || !Number.isFinite(sample.value) || isLeftOut(sample, facts, change)) continue;
    const values = toExample(sample, before.get(key)?.value ?? 0, { ...change, isGauge: facts.type === 'gauge' });
    (series[sample.name] ??= []).push([sample.labels, values]);
  }
  return series;
}

function toExample(
  { name, value }: Sample,
  before: number,
  { moving = [], stopped = [], isGauge }: Change & { readonly isGauge: boolean },
): string {
  if (keptUp.includes(name) && !stopped.includes(name)) return toValues(value, 60);
  return isGauge && !moving.includes(name) ? toValues(value, 0) : toValues(before, value - before);
}

/** Also series without an event of metrics that have a hundred, because promtool takes its time for each. */
const isLeftOut = ({ name, value }: Sample, facts: MetricFacts, { isTimed = false }: Change) =>
  (isOfMachine(facts) && !isTimed) || (value === 0 && /^steward_(?:problems|jobs)_total$/.test(name));

const isOfMachine = ({ type, source }: MetricFacts) => type === 'histogram' || source === 'process';

/** By milliseconds and thousandths, because promtool reads no exponent. */
const round = (value: number) => Number(value.toFixed(3));

const toValues = (from: number, change: number) => `${round(from)}${change < 0 ? '-' : '+'}${round(Math.abs(change))}`;
