/** How a value is shown. `seconds` of a timestamp are those since 1970. */
export type Unit = 'calls' | 'items' | 'seconds' | 'timestamp' | 'bytes' | 'flag' | 'ratio';

/** Rows of the dashboard, in its order. */
export const dashboardRows = ['Overview', 'Intake', 'API', 'Database', 'Jobs & mail', 'Backup & audit'] as const;
export type DashboardRow = (typeof dashboardRows)[number];

/** A panel of the dashboard. Its description is the help of the metric. */
export interface PanelFacts {
  readonly row: DashboardRow;
  readonly title: string;
  /** Expressions by the words of their legend, in which `{{label}}` stands for a label's value. */
  readonly lines: Readonly<Record<string, string>>;
  /** One number of now instead of lines over time. */
  readonly isNumber?: true;
  /** Unit of the lines, if it is another than the metric's. */
  readonly unit?: Unit;
}

/**
 * Example series: labels as Prometheus writes them, and a value with its change a minute in the notation of `promtool test rules`,
 * such as `0+60`; `_` is none. A timestamp counts from the beginning of the test.
 */
export type Examples = ReadonlyArray<readonly [labels: string, values: string]>;

/** `page`: a person is needed now. `ticket`: on the next working day. `info`: worth knowing. */
export type Severity = 'page' | 'ticket' | 'info';

export interface AlertFacts {
  /** An expression of Prometheus. */
  readonly when: string;
  /** How long it holds before the alert fires. */
  readonly for: string;
  readonly severity: Severity;
  /** One sentence; `{{ $labels.x }}` stands for a label's value. */
  readonly summary: string;
  /** Steps for the operator. */
  readonly todo: string;
  /** Series of the broken thing by metric, beside the healthy ones of all others: the alert fires. */
  readonly broken: Readonly<Record<string, Examples>>;
  /** Silent in a maintenance, in which its work rests, until half an hour after the end. */
  readonly restsInMaintenance?: true;
  /** Alerts that fire with it, because they see the same. */
  readonly with?: readonly string[];
}

export interface MetricFacts {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly unit: Unit;
  /** Meaning, for the operator. */
  readonly help: string;
  /**
   * Values of each label: a list of all, or words for values that come from the code. No label names a company or a person.
   */
  readonly labels?: Readonly<Record<string, readonly string[] | string>>;
  /** `code`: the portal notes it where it happens. `scrape`: read at each scrape. `process`: by prom-client. */
  readonly source: 'code' | 'scrape' | 'process';
  /** Series of a healthy installation, on which no alert fires. */
  readonly healthy: Examples;
  /** Its panel, or the metric in whose panel it stands. */
  readonly panel: PanelFacts | { readonly in: string };
  readonly alerts?: Readonly<Record<string, AlertFacts>>;
}

/** Upper bounds of all histograms in seconds; each objective of `slos.ts` has its bound among them. */
export const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
