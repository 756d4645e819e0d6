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

/** A healthy installation, each broken thing of the catalogue, and each pace of each objective. */
export const ruleTests: readonly RuleTest[] = [silent, ...alertTests, ...burnTests];
