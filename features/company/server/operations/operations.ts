import type { operationsContract } from '#features/company/contract/operations.ts';
import { getOperations, retryJobs, runChecks } from './operations.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const operationsOperations: Operations<typeof operationsContract> = {
  get: (portal) => getOperations(portal),
  runChecks: (portal) => runChecks(portal),
  retryJobs: (portal, call, { params }) => retryJobs(portal, call, params.queue),
};
