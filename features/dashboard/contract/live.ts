import * as z from 'zod';
import { Support } from '#features/money/contract/limit-forms.ts';
import { Bill } from '#features/billing/contract/bill.ts';
import { OwnCosts } from '#features/money/contract/own-costs.ts';
import { SupportMonth } from '#features/company/contract/support-requests.ts';
import { Month, Usage } from '#features/money/contract/usage.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { AnalyticsStats, ComparedQuery, RangeQuery } from './analytics.ts';
import { AnswerStats } from './answers.ts';

const endpoint = defineEndpoints('Live updates');

/** Value of the dashboard's stream. */
export const Dashboard = z.object({ stats: AnalyticsStats, answers: AnswerStats });
export type Dashboard = z.infer<typeof Dashboard>;

/** Value of the usage dashboard's stream. Portals and pages of earlier releases know the usage alone. */
export const WatchedUsage = Usage.extend({
  bill: Bill,
  ownCosts: OwnCosts,
  support: Support,
  supportRequests: SupportMonth,
});
export type WatchedUsage = z.infer<typeof WatchedUsage>;

/** Streams of server-sent events: the value as it is, and again whenever it changes. */
export const dashboardLiveContract = {
  watchDashboard: endpoint({
    method: 'GET',
    path: '/analytics/events',
    summary: 'Stream the dashboard of a range as server-sent events of JSON: `stats` and `answers`',
    access: 'signed-in',
    problems: ['request.range-too-long'],
  })
    .input(z.object({ query: ComparedQuery.optional() }))
    .output(z.instanceof(Blob)),

  watchTopUsers: endpoint({
    method: 'GET',
    path: '/analytics/top-users/events',
    summary: 'Stream the users of the assistant by number of messages as server-sent events of JSON',
    access: 'signed-in',
    problems: ['request.range-too-long'],
  })
    .input(z.object({ query: RangeQuery.optional() }))
    .output(z.instanceof(Blob)),

  watchTopSkills: endpoint({
    method: 'GET',
    path: '/analytics/top-skills/events',
    summary: 'Stream the skills of the assistant by number of conversations as server-sent events of JSON',
    access: 'signed-in',
    problems: ['request.range-too-long'],
  })
    .input(z.object({ query: RangeQuery.optional() }))
    .output(z.instanceof(Blob)),

  watchUsage: endpoint({
    method: 'GET',
    path: '/company/skills/usage/events',
    summary:
      'Stream requests and cost of each skill in a month, by default the present one, with own costs, support limits and support requests, as server-sent events of JSON',
    access: 'billing.read',
  })
    .input(z.object({ query: z.strictObject({ period: Month.optional() }).optional() }))
    .output(z.instanceof(Blob)),
};
