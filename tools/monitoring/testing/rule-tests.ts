import { metricEntries } from '#contract/metrics/metrics.ts';
import { burns, objectives, type Objective } from '#contract/metrics/slos.ts';
import { listMetricAlerts, toWords } from '../rules.ts';
import { mergeSeries, type RuleTest, type SeriesByMetric } from './promtool.ts';

export const toMinutes = (time: string) => Number.parseInt(time, 10) * ({ s: 0, m: 1, h: 60 }[time.at(-1) ?? ''] ?? 0);

/** Ten thousand calls a minute, of which a share is slower than the objective. */
function toCalls({ histogram, labels, seconds }: Objective, badShare: number): SeriesByMetric {
  const operation = /"(\w+)/.exec(labels)?.[1];
  const own = operation === undefined ? 'channel="intake"' : `operation="${operation}"`;
  return {
    [`${histogram}_count`]: [[own, '0+10000']],
    [`${histogram}_bucket`]: [[`${own},le="${seconds}"`, `0+${Math.round(10_000 * (1 - badShare))}`]],
  };
}

export const healthy = mergeSeries(
  Object.fromEntries(metricEntries.map(([name, facts]) => [name, facts.healthy])),
  ...Object.values(objectives).map((objective) => toCalls(objective, 0)),
);

const alertTests = listMetricAlerts().map(({ name, broken, with: others = [], ...alert }): RuleTest => ({
  name,
  series: mergeSeries(healthy, broken),
  minutes: toMinutes(alert.for) + 20,
  firing: [name, ...others],
}));

/** A pace that is a fifth above the bound of each burn fires it and those with lower bounds. */
const burnTests = Object.entries(objectives).flatMap(([slo, objective]) =>
  burns.map(({ factor, word }): RuleTest => {
    const others = burns.filter((each) => each.factor <= factor);
    return {
      name: `${slo} ${word}`,
      series: mergeSeries(healthy, toCalls(objective, 1.2 * factor * (1 - objective.target))),
      minutes: 75,
      firing: others.map((each) => `Steward${toWords(slo)}Burns${each.word}`),
    };
  }),
);

const silent: RuleTest = { name: 'healthy', series: healthy, minutes: 60, firing: [] };

/** A maintenance of three hours, in which jobs wait, work does not go on and reports are denied; `after` it all is as before. */
function toMaintenance(minutes: number, length: number, firing: readonly string[] = []): RuleTest {
  const rising = `0+60x${length} 0`;
  const operation = 'operation="intakeCreateBatch"';
  const during: SeriesByMetric = {
    steward_maintenance: [['', `1+0x${length} 0`]],
    steward_http_requests_total: [
      [`${operation},status="200"`, `0+0x${length} 0+600`],
      [`${operation},status="maintenance"`, `0+600x${length} ${600 * length}`],
    ],
    steward_intake_durable_seconds_count: [['channel="intake"', `0+0x${length} 0+10000`]],
    steward_intake_durable_seconds_bucket: [['channel="intake",le="1"', `0+0x${length} 0+10000`]],
    steward_jobs_oldest_seconds: [
      ['queue="mail.send"', rising],
      ['queue="backup"', rising],
      ['queue="company.erasure"', rising],
    ],
    steward_erasure_oldest_seconds: [['', `80000+60x${length} 0`]],
    steward_audit_chain_checked_timestamp_seconds: [['', `0+0x${length} ${60 * length}+60`]],
    steward_backup_last_success_timestamp_seconds: [['', `-86400+0x${length} ${60 * length}`]],
  };
  return { name: `maintenance at ${minutes}`, series: mergeSeries(healthy, during), minutes, firing };
}

/** Nothing of a maintenance fires in it or after it, unless it is a long one. */
const maintenanceTests = [
  ...[179, 185].map((minutes) => toMaintenance(minutes, 180)),
  toMaintenance(250, 300, ['StewardMaintenanceLong']),
];

/** One mail that is refused for good, while nothing else is sent. */
const quiet: RuleTest = {
  name: 'one refused mail in a quiet quarter of an hour',
  series: mergeSeries(healthy, {
    steward_mails_total: [
      ['outcome="sent"', '0+0'],
      ['outcome="refused"', '0+0x30 1+0'],
    ],
  }),
  minutes: 35,
  firing: [],
};

/** A healthy installation, each broken thing of the catalogue, and each pace of each objective. */
export const ruleTests: readonly RuleTest[] = [silent, quiet, ...maintenanceTests, ...alertTests, ...burnTests];
