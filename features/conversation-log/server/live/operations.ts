import type { logLiveContract } from '#features/conversation-log/contract/live.ts';
import { watchLog } from './live.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const logLiveOperations: Operations<typeof logLiveContract> = {
  watchLog: (portal, call, { body }) => watchLog(portal, call, body),
};
