import { problems } from '../problems.ts';
import type { MetricFacts } from './metric-facts.ts';

const operation = 'operationId of the API, or `none`';

/** Calls of the API, and the process that answers them. */
export const callMetrics = {
  steward_build_info: {
    type: 'gauge',
    unit: 'flag',
    source: 'code',
    help: '1, with the version and the commit that run',
    labels: { version: 'of the program', commit: 'hash of Git, or empty', node: 'version of Node.js' },
    healthy: [['version="1.0.0",commit="c0",node="24.0.0"', '1+0']],
    panel: {
      row: 'Overview',
      title: 'Portals by version',
      lines: { '{{version}} {{commit}}': 'count by (version, commit) (steward_build_info)' },
      unit: 'items',
    },
    alerts: {
      StewardAbsent: {
        when: 'absent(steward_build_info)',
        for: '5m',
        severity: 'page',
        summary: 'No portal of Steward is scraped.',
        todo: 'Ask `GET /api/health` and read the log of the portal. Where it serves, look at METRICS_PORT, METRICS_HOST and the scrape configuration.',
        broken: { steward_build_info: [['version="1.0.0",commit="c0",node="24.0.0"', '_']] },
      },
      StewardVersionsDiffer: {
        when: 'count(count by (version, commit) (steward_build_info)) > 1',
        for: '1h',
        severity: 'ticket',
        summary: 'Portals of different versions run beside each other for an hour.',
        todo: 'End the upgrade: replace the portals that still run the other version, or go back with all of them.',
        broken: { steward_build_info: [['version="1.0.1",commit="c1",node="24.0.0"', '1+0']] },
      },
    },
  },
  steward_http_requests_total: {
    type: 'counter',
    unit: 'calls',
    source: 'code',
    help: 'Answered calls of the API',
    labels: { operation, status: 'of HTTP, or `maintenance` for the 503 of one' },
    healthy: [
      ['operation="sessionSignIn",status="200"', '0+60'],
      ['operation="intakeCreateBatch",status="200"', '0+600'],
    ],
    panel: {
      row: 'API',
      title: 'Calls by status',
      lines: { '{{status}}': 'sum by (status) (rate(steward_http_requests_total[5m]))' },
    },
  },
  steward_http_request_duration_seconds: {
    type: 'histogram',
    unit: 'seconds',
    source: 'code',
    help: 'Time to answer a call of the API',
    labels: { operation },
    healthy: [],
    panel: {
      row: 'API',
      title: 'Time to answer',
      lines: {
        median: 'histogram_quantile(0.5, sum by (le) (rate(steward_http_request_duration_seconds_bucket[5m])))',
        '99 of 100': 'histogram_quantile(0.99, sum by (le) (rate(steward_http_request_duration_seconds_bucket[5m])))',
      },
    },
  },
  steward_problems_total: {
    type: 'counter',
    unit: 'calls',
    source: 'code',
    help: 'Calls of the API that ended in a problem, by its code; `internal` is a fault of the portal',
    labels: { code: Object.keys(problems) },
    healthy: [
      ['code="internal"', '0+0'],
      ['code="session.wrong-credentials"', '0+1'],
    ],
    panel: {
      row: 'API',
      title: 'Problems by code',
      lines: { '{{code}}': 'sum by (code) (rate(steward_problems_total[5m])) > 0' },
    },
    alerts: {
      StewardInternalErrors: {
        when: 'sum(increase(steward_problems_total{code="internal"}[15m])) > 0',
        for: '0s',
        severity: 'ticket',
        summary: 'Calls end in 500: a fault of the portal.',
        todo: 'Search the log for lines of level `error` with a `requestId`; they name the operation and the frames of the fault. Report it with them.',
        broken: { steward_problems_total: [['code="internal"', '0+1']] },
      },
    },
  },
  steward_budget_decisions_total: {
    type: 'counter',
    unit: 'calls',
    source: 'code',
    help: 'Answers to assistants that asked whether a skill may run',
    labels: { decision: ['allow', 'warn', 'deny'] },
    healthy: [['decision="allow"', '0+9']],
    panel: {
      row: 'API',
      title: 'Decisions about runs',
      lines: { '{{decision}}': 'sum by (decision) (rate(steward_budget_decisions_total[5m]))' },
    },
  },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    unit: 'seconds',
    source: 'process',
    help: 'Delay of the event loop since the last scrape, the 99th percentile',
    healthy: [['', '0.02+0']],
    panel: {
      row: 'API',
      title: 'Delay of the event loop',
      lines: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds' },
    },
    alerts: {
      StewardLoopSlow: {
        when: 'nodejs_eventloop_lag_p99_seconds > 0.5',
        for: '10m',
        severity: 'ticket',
        summary: 'The event loop of a portal is half a second late.',
        todo: 'Compare the processor time of the portal with what it may use. Give it a faster processor, or start a second portal on the same database.',
        broken: { nodejs_eventloop_lag_p99_seconds: [['', '0.9+0']] },
      },
    },
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    unit: 'bytes',
    source: 'process',
    help: 'Memory of the portal',
    healthy: [['', '200000000+0']],
    panel: { row: 'Overview', title: 'Memory', lines: { '{{instance}}': 'process_resident_memory_bytes' } },
  },
  process_cpu_seconds_total: {
    type: 'counter',
    unit: 'seconds',
    source: 'process',
    help: 'Processor time of the portal; 1 a second is a whole core',
    healthy: [['', '0+6']],
    panel: {
      row: 'Overview',
      title: 'Processor',
      lines: { '{{instance}}': 'rate(process_cpu_seconds_total[5m])' },
      unit: 'ratio',
    },
  },
} as const satisfies Readonly<Record<string, MetricFacts>>;
