import type { Severity } from './metric-facts.ts';

/** A service level objective: so much of the calls is answered well, over thirty days. */
export interface Objective {
  readonly title: string;
  /** Share of good calls, e.g. 0.999. */
  readonly target: number;
  /** A good call takes at most as long: an upper bound of the histograms' buckets. */
  readonly seconds: number;
  readonly histogram: string;
  /** Selects its series. */
  readonly labels: string;
  /** Calls that failed: selects series of `steward_http_requests_total`. */
  readonly failed: string;
  /** Whether the histogram counts failed calls too. */
  readonly countsFailed: boolean;
  /** Fewer calls in the long window alert nothing, because one bad call would be a large share of them. */
  readonly leastCalls: number;
  readonly todo: string;
}

const ofOperations = (operations: readonly string[]) => `operation=~"${operations.join('|')}"`;

const reports = ofOperations(['intakeCreateBatch', 'otlpCreateTraces', 'otlpCreateLangfuseTraces', 'otlpCreateLogs']);
const signIn = ofOperations(['sessionSignIn', 'sessionConfirmSignIn', 'sessionCreateToken', 'singleSignOnFinish']);
const dashboard = ofOperations([
  'analyticsGetStats',
  'analyticsGetAnswerStats',
  'analyticsListTopUsers',
  'analyticsListTopSkills',
  'analyticsListSkillRequests',
  'attentionList',
]);

const ofHttp = { histogram: 'steward_http_request_duration_seconds', countsFailed: true } as const;

/** By the word in the names of rules. The targets are said here alone. */
export const objectives = {
  intake: {
    title: 'Reports of assistants are durable within a second',
    target: 0.999,
    seconds: 1,
    histogram: 'steward_intake_durable_seconds',
    labels: '',
    failed: `${reports},status=~"5.."`,
    countsFailed: false,
    leastCalls: 100,
    todo: 'Compare _Time until reports are durable_ with _Connections_ and _Delay of the event loop_: a slow disk of the database, an exhausted pool or a busy processor. Refused reports (503) count too; `steward_intake_refused_total` names the reason.',
  },
  sign_in: {
    ...ofHttp,
    title: 'A sign-in is answered within a second',
    target: 0.999,
    seconds: 1,
    labels: signIn,
    failed: `${signIn},status=~"5.."`,
    leastCalls: 20,
    todo: 'A sign-in reads the database and hashes a password. Compare _Calls by status_ and _Time to answer_, and look in the log for lines of the operation sessionSignIn at level `error`. With single sign-on the issuer answers within the call.',
  },
  dashboard: {
    ...ofHttp,
    title: 'The figures of the dashboard are answered within a second',
    target: 0.99,
    seconds: 1,
    labels: dashboard,
    failed: `${dashboard},status=~"5.."`,
    leastCalls: 50,
    todo: 'Figures are read from roll-ups. Look for statements that run long in the database, for an index that waits (_Intake lag_), and for a processor that is busy with something else.',
  },
} as const satisfies Readonly<Record<string, Objective>>;

/** A pace at which the errors that a target allows are used up; 1 uses them in thirty days. */
export interface Burn {
  readonly word: string;
  readonly factor: number;
  readonly long: string;
  /** The alert ends soon after its reason. */
  readonly short: string;
  readonly for: string;
  readonly severity: Severity;
}

/** Burns of Google's workbook on reliability: 2, 5 and 10 of 100 of the allowed errors in the long window. */
export const burns: readonly Burn[] = [
  { word: 'Fast', factor: 14.4, long: '1h', short: '5m', for: '2m', severity: 'page' },
  { word: 'Steadily', factor: 6, long: '6h', short: '30m', for: '15m', severity: 'page' },
  { word: 'Slowly', factor: 1, long: '3d', short: '6h', for: '1h', severity: 'ticket' },
];
