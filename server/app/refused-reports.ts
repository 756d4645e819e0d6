import type { RejectReason } from '#features/intake/contract/key-reports.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { ReportCounts } from '../lib/request/key-reports.ts';

const reports: ReadonlySet<string> = new Set([
  'intakeCreateBatch',
  'otlpCreateTraces',
  'otlpCreateLangfuseTraces',
  'otlpCreateLogs',
]);

/** Whether an operation takes reports of conversations. */
export const isReport = (operationId: string): boolean => reports.has(operationId);

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

/** A call that was refused as a whole counts as one. */
export const toCallCounts = (code: ProblemCode): ReportCounts => ({ [reasons[code] ?? 'failed']: 1 });
