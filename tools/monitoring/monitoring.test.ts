import { stringify } from 'yaml';
import { describe, expect, test } from 'vitest';
import { buckets, dashboardRows, type Unit } from '#contract/metrics/metric-facts.ts';
import { metricEntries, metrics } from '#contract/metrics/metrics.ts';
import { objectives } from '#contract/metrics/slos.ts';
import { panels, writeDashboard } from './dashboard.ts';
import { hasPromtool, runPromtool, testRules } from './testing/promtool.ts';
import { ruleTests } from './testing/rule-tests.ts';
import { listBurnAlerts, listMetricAlerts, writeRules } from './rules.ts';
import { listNames } from './selectors.ts';

const alerts = listMetricAlerts();
describe.skipIf(!hasPromtool)('by promtool of the Debian package prometheus', () => {
  test('each alert fires on series of its broken thing, alone, and none on those of a healthy installation', async () => {
    const fired = new Set(ruleTests.flatMap(({ firing }) => firing));
    expect([...alerts, ...listBurnAlerts()].filter(({ name }) => !fired.has(name))).toEqual([]);
    expect(await testRules(ruleTests)).toBe('');
  });

  test('the rules and every expression of the dashboard are read', async () => {
    expect(await runPromtool(['check', 'rules', '--lint-fatal'], writeRules())).toBe('');
    const dashboard = JSON.parse(writeDashboard()) as { panels: Array<{ targets?: Array<{ expr: string }> }> };
    const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(panels.length - 1);
    const rules = expressions.map((expr, index) => ({ record: `panel:line${index}`, expr }));
    expect(await runPromtool(['check', 'rules'], stringify({ groups: [{ name: 'panels', rules }] }))).toBe('');
  });
});

test('every metric has its place in a panel, and a panel names metrics of the catalogue alone', () => {
  const shown = new Set(panels.flatMap(({ lines }) => Object.values(lines).flatMap(listNames)));
  const ofObjectives = Object.values(objectives).map(({ histogram }) => histogram);
  const missing = metricEntries.filter(([name, { panel }]) => {
    const place = 'in' in panel ? panel.in : name;
    return !(place in metrics) || !(shown.has(name) || shown.has(place));
  });
  expect(missing).toEqual([]);
  expect(ofObjectives.every((name) => name in metrics)).toBe(true);
  for (const { title, lines } of panels)
    for (const expr of Object.values(lines))
      expect([title, expr.match(/\b(?:steward|nodejs|process)_[a-z_0-9]+/g)?.length ?? 0]).toEqual([
        title,
        listNames(expr).length,
      ]);
});

test('names follow Prometheus: counters end in _total, what has a unit says it, labels are known', () => {
  const suffixes: { readonly [Each in Unit]?: RegExp } = {
    seconds: /_seconds(?:_total)?$/,
    timestamp: /_timestamp_seconds$/,
    bytes: /_bytes$/,
  };
  for (const [name, { type, unit, source, labels = {} }] of metricEntries) {
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).toMatch(suffixes[unit] ?? /./);
    expect(name).toMatch(source === 'process' ? /^(?:process|nodejs)_/ : /^steward_[a-z_]+$/);
    expect(Object.keys(labels).filter((label) => /company|user|person|account|email|name/.test(label))).toEqual([]);
  }
  const names = [...alerts, ...listBurnAlerts()].map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names.filter((name) => !/^Steward[A-Z]\w+$/.test(name))).toEqual([]);
});

test('each objective is counted at a bound of the buckets', () => {
  for (const { seconds, target } of Object.values(objectives)) {
    expect(buckets).toContain(seconds);
    expect(target).toBeLessThan(1);
  }
});

test('the dashboard is one that Grafana imports: rows in order, panels side by side without overlapping, two variables', () => {
  const {
    panels: placed,
    templating,
    uid,
  } = JSON.parse(writeDashboard()) as {
    uid: string;
    templating: { list: Array<{ name: string }> };
    panels: Array<{ id: number; type: string; title: string; gridPos: { x: number; y: number; w: number; h: number } }>;
  };
  expect(uid).toBe('steward');
  expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'instance']);
  expect(placed.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([...dashboardRows]);
  expect(new Set(placed.map(({ id }) => id)).size).toBe(placed.length);
  const cells = placed.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...placed.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
});
