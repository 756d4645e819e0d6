import type { MetricFacts } from '#contract/metrics/metric-facts.ts';
import { metricEntries } from '#contract/metrics/metrics.ts';
import { objectives, type Objective } from '#contract/metrics/slos.ts';
import { listBurnAlerts, listMetricAlerts, type NamedAlert } from './rules.ts';

const severities = {
  page: 'a person is needed now (`page`)',
  ticket: 'for the next working day (`ticket`)',
  info: 'worth knowing (`info`)',
} as const;

const writeAlert = ({ name, when, severity, summary, todo, ...rest }: NamedAlert) =>
  [
    `### ${name}`,
    `${summary.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, '_$1_')} ${severities[severity].replace(/^./, (first) => first.toUpperCase())}.`,
    `**What to do.** ${todo}`,
    `Fires when this holds${rest.for === '0s' ? '' : ` for ${rest.for}`}:`,
    `\`\`\`promql\n${when}\n\`\`\``,
  ].join('\n\n');

function writeMetric(name: string, { type, help, labels = {}, alerts = {} }: MetricFacts) {
  const by = Object.entries(labels).map(([label, values]) =>
    typeof values === 'string'
      ? `\`${label}\` (${values})`
      : `\`${label}\`${values.length > 12 ? '' : ` (${values.join(', ')})`}`,
  );
  const links = Object.keys(alerts).map((alert) => `[${alert}](#${alert.toLowerCase()})`);
  return [
    `- \`${name}\` (${type}): ${help}.`,
    ...(by.length === 0 ? [] : [`Labels: ${by.join('; ')}.`]),
    ...(links.length === 0 ? [] : [`Alerts: ${links.join(', ')}.`]),
  ].join(' ');
}

const writeObjective = ({ title, target, seconds, leastCalls }: Objective) =>
  `- ${title}: ${target * 100} % in thirty days. Bad calls are those that take longer than ${seconds} s or end in 5xx, but for those that a maintenance denies; fewer than ${leastCalls} calls alert nothing.`;

/** The part of docs/monitoring.md between its marks. */
export const writeDocument = (): string =>
  [
    '## Objectives',
    Object.values<Objective>(objectives).map(writeObjective).join('\n'),
    '## Metrics',
    'No label names a company, a person or a value of a request. Beside these prom-client serves its own (`process_…`, `nodejs_…`).',
    metricEntries.map(([name, facts]) => writeMetric(name, facts)).join('\n'),
    '## Alerts',
    ...listMetricAlerts().map(writeAlert),
    ...listBurnAlerts().map(writeAlert),
  ].join('\n\n');
