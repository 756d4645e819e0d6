import { stringify } from 'yaml';
import type { AlertFacts } from '#contract/metrics/metric-facts.ts';
import { metricEntries } from '#contract/metrics/metrics.ts';
import { burns, objectives, type Burn, type Objective } from '#contract/metrics/slos.ts';

export interface NamedAlert extends Omit<AlertFacts, 'broken' | 'with' | 'restsInMaintenance'> {
  readonly name: string;
}

const objectiveEntries: ReadonlyArray<readonly [string, Objective]> = Object.entries(objectives);

/** All windows of the burns, each once. */
const windows = [...new Set(burns.flatMap(({ short, long }) => [short, long]))];

const ratioOf = (slo: string, window: string) => `steward:${slo}_errors:ratio_rate${window}`;
const callsOf = (slo: string, window: string) => `steward:${slo}_calls:increase${window}`;

/** `SignIn` of `sign_in`. */
export const toWords = (slo: string) => slo.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const select = (...labels: string[]) => {
  const given = labels.filter((each) => each !== '').join(',');
  return given === '' ? '' : `{${given}}`;
};

/** Calls of a window: answered ones, and failed ones where the histogram does not count them. */
function writeCalls({ histogram, labels, failed, countsFailed }: Objective, over: (series: string) => string) {
  const answered = over(`${histogram}_count${select(labels)}`);
  const failures = `(${over(`steward_http_requests_total${select(failed)}`)} or vector(0))`;
  return { answered, failures, all: countsFailed ? answered : `(${answered} + ${failures})` };
}

function writeRecordings([slo, objective]: readonly [string, Objective]) {
  const { histogram, labels, seconds } = objective;
  return windows.flatMap((window) => {
    const rate = (series: string) => `sum(rate(${series}[${window}]))`;
    const { answered, failures, all } = writeCalls(objective, rate);
    const inTime = rate(`${histogram}_bucket${select(labels, `le="${seconds}"`)}`);
    const bad = `(${answered} - ${inTime} + ${failures})`;
    const calls = writeCalls(objective, (series) => `sum(increase(${series}[${window}]))`).all;
    const ratio = { record: ratioOf(slo, window), expr: `clamp_max(${bad} / ${all}, 1)` };
    return burns.some(({ long }) => long === window) ? [ratio, { record: callsOf(slo, window), expr: calls }] : [ratio];
  });
}

function toBurnAlert([slo, objective]: readonly [string, Objective], burn: Burn): NamedAlert {
  const { word, factor, long, short } = burn;
  const bound = Number((factor * (1 - objective.target)).toPrecision(6));
  const conditions = [
    `${ratioOf(slo, long)} > ${bound}`,
    `${ratioOf(slo, short)} > ${bound}`,
    `${callsOf(slo, long)} >= ${objective.leastCalls}`,
  ];
  const days = Number((30 / factor).toPrecision(2));
  return {
    name: `Steward${toWords(slo)}Burns${word}`,
    when: conditions.join(' and '),
    for: burn.for,
    severity: burn.severity,
    summary: `${objective.title}: more than ${Number((bound * 100).toPrecision(3))} of 100 calls were not, for ${long}. At this pace the errors that ${objective.target * 100} % of thirty days allow are used up in ${days} days.`,
    todo: objective.todo,
  };
}

export const listBurnAlerts = (): NamedAlert[] =>
  objectiveEntries.flatMap((entry) => burns.map((burn) => toBurnAlert(entry, burn)));

/** Also for the half hour after it, in which what waited is done. */
const restInMaintenance = (when: string) => `(${when}) unless on () max(max_over_time(steward_maintenance[30m])) == 1`;

/** The alerts of all metrics. */
export const listMetricAlerts = (): ReadonlyArray<AlertFacts & { readonly name: string; readonly metric: string }> =>
  metricEntries.flatMap(([metric, { alerts = {} }]) =>
    Object.entries(alerts).map(([name, alert]) => ({
      name,
      metric,
      ...alert,
      when: alert.restsInMaintenance ? restInMaintenance(alert.when) : alert.when,
    })),
  );

const toRule = ({ name, when, severity, summary, todo, ...rest }: NamedAlert) => ({
  alert: name,
  expr: when,
  ...(rest.for === '0s' ? {} : { for: rest.for }),
  labels: { severity },
  annotations: { summary, todo: withoutMarks(todo), runbook: `docs/monitoring.md#${name.toLowerCase()}` },
});

/** An annotation is plain text. */
const withoutMarks = (text: string) => text.replaceAll(/`([^`]*)`/g, '"$1"').replaceAll(/\b_([^_]+)_\b/g, '$1');

const head = `# Written by "npm run monitoring" from contract/metrics. Alerts, their meaning and what to do: docs/monitoring.md.
`;

/** The text of deploy/prometheus/rules.yaml. */
export function writeRules(): string {
  const groups = [
    { name: 'steward-objectives', interval: '1m', rules: objectiveEntries.flatMap(writeRecordings) },
    { name: 'steward-burns', rules: listBurnAlerts().map(toRule) },
    { name: 'steward', rules: listMetricAlerts().map(toRule) },
  ];
  return head + stringify({ groups }, { lineWidth: 0 });
}
