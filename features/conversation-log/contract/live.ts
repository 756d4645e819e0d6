import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { LogQuery } from './log-query.ts';

const endpoint = defineEndpoints('Live updates');

/** The stream of the log, as the streams of `#features/dashboard/contract/live.ts`. */
export const logLiveContract = {
  watchLog: endpoint({
    method: 'POST',
    path: '/analytics/logs/events',
    summary:
      'Stream a page of the log as server-sent events of JSON: what `analyticsListConversations` answers; with a search when its index has followed',
    goesOn: true,
    access: 'transcripts.read-own',
    problems: ['search.too-common'],
  })
    .input(z.object({ body: LogQuery }))
    .output(z.instanceof(Blob)),
};
