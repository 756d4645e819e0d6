import type { operationsContract } from '#contract/operations.ts';
import { getOperations, retryJobs } from './operations.service.ts';
import type { Operations } from '../../portal/operations.ts';

export const operationsOperations: Operations<typeof operationsContract> = {
  get: (portal) => getOperations(portal),
  retryJobs: (portal, call, { params }) => retryJobs(portal, call, params.queue),
};
