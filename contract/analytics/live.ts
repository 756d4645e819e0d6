import * as z from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { AnalyticsStats, ComparedQuery } from './analytics.ts';
import { AnswerStats } from './answers.ts';
import { LogQuery } from './log-query.ts';

const endpoint = defineEndpoints('Live updates');

/** Without words to search for, which are found a moment after a conversation is stored. */
const WatchedLogQuery = LogQuery.omit({ search: true });

/** What the dashboard shows. */
export const Dashboard = z.object({ stats: AnalyticsStats, answers: AnswerStats });
export type Dashboard = z.infer<typeof Dashboard>;

/** Streams of server-sent events: the value as it is, and again whenever it changes. */
export const liveContract = {
  watchDashboard: endpoint({
    method: 'GET',
    path: '/analytics/events',
    summary: 'Stream the dashboard of a range as server-sent events of JSON: `stats` and `answers`',
    access: 'signed-in',
    problems: ['request.range-too-long'],
  })
    .input(z.object({ query: ComparedQuery.optional() }))
    .output(z.instanceof(Blob)),

  watchLog: endpoint({
    method: 'POST',
    path: '/analytics/logs/events',
    summary:
      'Stream a page of the log as server-sent events of JSON: what `analyticsListConversations` answers without a search',
    access: 'transcripts.read-own',
  })
    .input(z.object({ body: WatchedLogQuery }))
    .output(z.instanceof(Blob)),
};
