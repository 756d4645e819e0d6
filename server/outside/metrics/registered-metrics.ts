import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { buckets, type MetricFacts } from '#contract/metrics/metric-facts.ts';
import {
  metricEntries,
  metrics,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type ScrapedName,
} from '#contract/metrics/metrics.ts';

type LabelValues = Readonly<Record<string, string>>;

/** The metrics of the catalogue in one registry. */
export interface RegisteredMetrics {
  count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  set<Name extends GaugeName>(name: Name, labels: LabelsOf<Name>, value: number): void;
  observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, value: number): void;
  /** Replaces all series of a gauge. */
  replace(name: ScrapedName, series: Iterable<readonly [labels: LabelValues, value: number]>): void;
}

export function registerMetrics(registry: Registry): RegisteredMetrics {
  const registers = [registry];
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  for (const [name, facts] of metricEntries) {
    if (facts.source === 'process') continue;
    const { type, help } = facts;
    const base = { name, help, labelNames: Object.keys(facts.labels ?? {}), registers };
    if (type === 'histogram') histograms.set(name, new Histogram({ ...base, buckets: [...buckets] }));
    else if (type === 'gauge') gauges.set(name, beginEmpty(new Gauge(base), facts));
    else counters.set(name, beginAtZero(new Counter(base), facts));
  }
  return {
    count: (name, labels, by = 1) => counters.get(name)?.inc(labels as LabelValues, by),
    set: (name, labels, value) => gauges.get(name)?.set(labels as LabelValues, value),
    observe: (name, labels, value) => histograms.get(name)?.observe(labels as LabelValues, value),
    replace(name, series) {
      const gauge = gauges.get(name);
      if (!gauge) return;
      beginEmpty(gauge, metrics[name]);
      for (const [labels, value] of series) gauge.set(labels, value);
    },
  };
}

/** Every series of a metric whose labels have lists; none where a label takes its values from the code. */
function listSeries({ labels = {} }: MetricFacts): LabelValues[] {
  let series: LabelValues[] = [{}];
  for (const [label, values] of Object.entries(labels)) {
    series = series.flatMap((each) =>
      typeof values === 'string' ? [] : values.map((value) => ({ ...each, [label]: value })),
    );
  }
  return series;
}

/** A rate sees no increase in a series that appears with its first event. */
function beginAtZero(counter: Counter, facts: MetricFacts): Counter {
  for (const labels of listSeries(facts)) counter.inc(labels, 0);
  return counter;
}

/** Without the 0 of prom-client where there are no labels, because what is not known yet is not 0. */
function beginEmpty(gauge: Gauge, { labels }: MetricFacts): Gauge {
  gauge.reset();
  if (!labels) gauge.remove();
  return gauge;
}
