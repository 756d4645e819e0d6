import { dashboardRows, type PanelFacts, type Unit } from '#contract/metrics/metric-facts.ts';
import { metricEntries } from '#contract/metrics/metrics.ts';
import { objectives, type Objective } from '#contract/metrics/slos.ts';
import { listMetricAlerts } from './rules.ts';
import { addSelector } from './selectors.ts';

/** Names of Grafana. Calls and items are shown a second where the expression is a rate, so that they have no word. */
const grafanaUnits: Readonly<Record<Unit, string>> = {
  calls: 'short',
  items: 'short',
  seconds: 's',
  timestamp: 's',
  bytes: 'bytes',
  flag: 'short',
  ratio: 'percentunit',
};

const datasource = { type: 'prometheus', uid: '${datasource}' };
const [width, height, columns] = [8, 8, 24];

/** Options of a panel of one number: each that Grafana's own definition of it names as needed. */
const numberOptions = {
  reduceOptions: { calcs: ['lastNotNull'] },
  orientation: 'auto',
  colorMode: 'value',
  graphMode: 'area',
  justifyMode: 'auto',
  textMode: 'auto',
  wideLayout: true,
  showPercentChange: false,
  percentChangeColorMode: 'standard',
};

interface Panel {
  readonly row: PanelFacts['row'];
  readonly title: string;
  readonly help: string;
  readonly unit: Unit;
  readonly isNumber?: true | undefined;
  readonly lines: Readonly<Record<string, string>>;
}

const objectivePanels: readonly Panel[] = Object.entries(objectives).map(
  ([slo, { title, target }]: readonly [string, Objective]) => ({
    row: 'Overview' as const,
    title,
    help: `Share of calls that were not, in the last hour and in three days. The objective is ${target * 100} % good ones in thirty days.`,
    unit: 'ratio' as const,
    lines: {
      'last hour': `steward:${slo}_errors:ratio_rate1h`,
      'three days': `steward:${slo}_errors:ratio_rate3d`,
    },
  }),
);

/** Alerts on a metric, which stand in docs/monitoring.md under their names. */
function nameAlerts(metric: string): string {
  const names = listMetricAlerts().filter((alert) => alert.metric === metric);
  return names.length === 0 ? '' : ` Alerts: ${names.map(({ name }) => name).join(', ')} (docs/monitoring.md).`;
}

/** Every panel, in the order of the dashboard. */
export const panels: readonly Panel[] = [
  ...objectivePanels,
  ...metricEntries.flatMap(([name, { panel, help, unit }]) =>
    'in' in panel ? [] : [{ help: `${name}: ${help}.${nameAlerts(name)}`, unit, ...panel }],
  ),
];

function toGrafanaPanel({ title, help, unit, isNumber, lines }: Panel, id: number, place: object) {
  return {
    id,
    type: isNumber ? 'stat' : 'timeseries',
    title,
    description: help,
    datasource,
    gridPos: { h: height, w: width, ...place },
    fieldConfig: { defaults: { unit: grafanaUnits[unit], min: 0 }, overrides: [] },
    options: isNumber
      ? numberOptions
      : {
          legend: { calcs: [], displayMode: 'list', placement: 'bottom', showLegend: true },
          tooltip: { mode: 'multi', sort: 'desc' },
        },
    targets: Object.entries(lines).map(([legendFormat, expr], index) => ({
      refId: String.fromCodePoint(65 + index),
      datasource,
      expr: addSelector(expr, 'instance=~"$instance"'),
      legendFormat,
    })),
  };
}

function layOut() {
  let [y, id] = [0, 0];
  return dashboardRows.flatMap((row) => {
    const own = panels.filter((panel) => panel.row === row);
    const head = {
      id: ++id,
      type: 'row',
      title: row,
      collapsed: false,
      panels: [],
      gridPos: { h: 1, w: columns, x: 0, y },
    };
    y += 1;
    const placed = own.map((panel, index) => {
      const place = { x: (index * width) % columns, y: y + Math.floor((index * width) / columns) * height };
      return toGrafanaPanel(panel, ++id, place);
    });
    y += Math.ceil((own.length * width) / columns) * height;
    return [head, ...placed];
  });
}

/** The text of deploy/grafana/steward.json. */
export function writeDashboard(): string {
  const dashboard = {
    uid: 'steward',
    title: 'Steward',
    description: 'Written by "npm run monitoring" from contract/metrics. What to do in an alert: docs/monitoring.md.',
    tags: ['steward'],
    schemaVersion: 39,
    editable: true,
    graphTooltip: 1,
    timezone: 'browser',
    time: { from: 'now-6h', to: 'now' },
    refresh: '1m',
    annotations: { list: [] },
    templating: {
      list: [
        { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
        {
          name: 'instance',
          label: 'Portal',
          type: 'query',
          datasource,
          query: { query: 'label_values(steward_build_info, instance)', refId: 'instance' },
          refresh: 2,
          multi: true,
          includeAll: true,
          allValue: '.*',
          current: { text: 'All', value: '$__all' },
        },
      ],
    },
    panels: layOut(),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}
