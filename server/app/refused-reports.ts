import type { RejectReason } from '#features/intake/contract/key-reports.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { Metrics } from '../outside/metrics/metrics.ts';
import type { Uses } from '../portal/portal.ts';
import type { RequestContext } from '../lib/request/request-context.ts';

const reports: ReadonlySet<string> = new Set([
  'intakeCreateBatch',
  'otlpCreateTraces',
  'otlpCreateLangfuseTraces',
  'otlpCreateLogs',
]);

/** Whether an operation takes reports of conversations. */
const isReport = (operationId: string): boolean => reports.has(operationId);

const reasons: { readonly [Code in ProblemCode]?: RejectReason } = {
  'request.malformed': 'malformed',
  'request.invalid': 'fields',
  'request.too-large': 'large',
  'request.too-complex': 'large',
  'request.unsupported-type': 'type',
  'intake.json-type': 'type',
  'intake.otlp-type': 'type',
  'intake.coding': 'type',
  'intake.busy': 'busy',
  'intake.too-much': 'busy',
  'service.unavailable': 'busy',
  'service.overloaded': 'busy',
  'service.disk-full': 'busy',
  'company.suspended': 'suspended',
};

interface ProblemParts extends Uses<'keyReports'> {
  readonly metrics: Pick<Metrics, 'count'>;
}

interface EndedCall extends Pick<RequestContext, 'intakeCaller'> {
  readonly operationId: string;
  readonly code: ProblemCode;
}

/** Counts a call that ended in a problem; reports that were refused as a whole also by their key, each as one. */
export function countProblem({ metrics, keyReports }: ProblemParts, { intakeCaller, operationId, code }: EndedCall) {
  metrics.count('steward_problems_total', { code });
  if (!intakeCaller || !isReport(operationId)) return;
  const reason = reasons[code] ?? 'failed';
  metrics.count('steward_intake_refused_total', { reason });
  keyReports.count(intakeCaller, { [reason]: 1 });
}
