import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import type { Examples } from '#contract/metrics/metric-facts.ts';

/** Whether promtool of the Debian package `prometheus` is there. */
export const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

export type SeriesByMetric = Readonly<Record<string, Examples>>;

/** Series, and the alerts that fire on them alone, after so many minutes. */
export interface RuleTest {
  readonly name: string;
  readonly series: SeriesByMetric;
  readonly minutes: number;
  readonly firing: readonly string[];
}

/** Series of one metric replace those with the same labels. */
export function mergeSeries(...sets: readonly SeriesByMetric[]): SeriesByMetric {
  const merged = new Map<string, Map<string, string>>();
  for (const [metric, examples] of sets.flatMap((set) => Object.entries(set))) {
    const own = merged.get(metric) ?? new Map<string, string>();
    for (const [labels, values] of examples) own.set(labels, values);
    merged.set(metric, own);
  }
  return Object.fromEntries([...merged].map(([metric, own]) => [metric, [...own]]));
}

/** A series that ends is not a healthy one, so that each is as long as the test. */
const toValues = (values: string, minutes: number) =>
  `${values === '_' || /[+-][\d.]*$/.test(values) ? values : `${values}+0`}x${minutes}`;

const toTest = ({ name, series, minutes, firing }: RuleTest) => ({
  name,
  interval: '1m',
  input_series: Object.entries(series).flatMap(([metric, examples]) =>
    examples.map(([labels, values]) => ({ series: `${metric}{${labels}}`, values: toValues(values, minutes) })),
  ),
  promql_expr_test: [
    {
      expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: `${minutes}m`,
      exp_samples: firing.toSorted().map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
    },
  ],
});

/** Runs `promtool test rules` on the committed rules. @returns what it says; empty where all is as expected */
export function testRules(tests: readonly RuleTest[]): Promise<string> {
  const file = {
    rule_files: [fileURLToPath(new URL('../../../deploy/prometheus/rules.yaml', import.meta.url))],
    evaluation_interval: '1m',
    tests: tests.map(toTest),
  };
  return runPromtool(['test', 'rules'], stringify(file, { lineWidth: 0 }));
}

/** Runs promtool on a file with this text. @returns what it says; empty where it finds no fault */
export async function runPromtool(args: readonly string[], text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-promtool-'));
  try {
    const path = join(folder, 'file.yaml');
    await writeFile(path, text);
    const { said, end } = await run([...args, path]);
    return end === 0 ? '' : `${said}promtool ended with ${end}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Faults of the portal's own metrics in the text of a scrape, by `promtool check metrics`. */
export async function lintScrape(text: string): Promise<string[]> {
  const { said } = await run(['check', 'metrics'], text);
  return said.split('\n').filter((line) => line.startsWith('steward_') || line.startsWith('error'));
}

/** Not held to its end, because a portal of the same process goes on meanwhile. */
async function run(args: readonly string[], input = '') {
  const child = spawn('promtool', args);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  child.stdin.end(input);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { said, end: code ?? signal };
}
