import { callMetrics } from './call-metrics.ts';
import { intakeMetrics } from './intake-metrics.ts';
import { outsideMetrics } from './outside-metrics.ts';
import type { MetricFacts } from './metric-facts.ts';
import { upkeepMetrics } from './upkeep-metrics.ts';
import { workMetrics } from './work-metrics.ts';

/**
 * Every metric of the portal. What it registers, the rules and the dashboard of `deploy`, and the list of docs/monitoring.md
 * derive from this table (`npm run monitoring`).
 */
export const metrics = {
  ...callMetrics,
  ...intakeMetrics,
  ...workMetrics,
  ...upkeepMetrics,
  ...outsideMetrics,
} as const;

export type MetricName = keyof typeof metrics;

type NamesOf<Part extends Partial<MetricFacts>> = {
  [Name in MetricName]: (typeof metrics)[Name] extends Part ? Name : never;
}[MetricName];

export type CounterName = NamesOf<{ type: 'counter'; source: 'code' }>;
export type GaugeName = NamesOf<{ type: 'gauge'; source: 'code' }>;
export type HistogramName = NamesOf<{ type: 'histogram'; source: 'code' }>;
/** Gauges that are read at each scrape. */
export type ScrapedName = NamesOf<{ type: 'gauge'; source: 'scrape' }>;

/** A value for each label of a metric: one of its list, or a text. */
export type LabelsOf<Name extends MetricName> = (typeof metrics)[Name] extends { readonly labels: infer Labels }
  ? { readonly [Label in keyof Labels]: Labels[Label] extends readonly (infer Value)[] ? Value : string }
  : Readonly<Record<never, never>>;

export const metricEntries = Object.entries(metrics) as ReadonlyArray<readonly [MetricName, MetricFacts]>;
