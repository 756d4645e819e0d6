import * as z from 'zod';
import { LogQuery } from './analytics/log-query.ts';
import { Month, SkillId } from './billing/usage.ts';
import { defineEndpoints } from './endpoint.ts';
import { RowFormat } from './row-formats.ts';

const endpoint = defineEndpoints('Exports');

const format = { format: RowFormat };

/** What the log lists with the same filters. */
export const ConversationsFilter = LogQuery.omit({ page: true, limit: true, totals: true });
export const UsageFilter = z.strictObject({ period: Month.optional() });
/** Of all skills, or of a row of the usage. */
export const RequestsFilter = UsageFilter.extend({ skill: SkillId.optional() });
const InvoicesFilter = z.strictObject({});
export const TopUsersFilter = LogQuery.pick({ from: true, to: true, technicalUsers: true });

const problems = ['exports.busy', 'exports.too-large'] as const;
const logProblems = [...problems, 'search.too-common'] as const;

export const exportsContract = {
  listConversations: endpoint({
    method: 'POST',
    path: '/exports/conversations',
    summary: 'Download the conversations that match the filters of the log, newest first',
    access: 'transcripts.read-own',
    problems: logProblems,
  })
    .input(z.object({ body: ConversationsFilter.extend(format) }))
    .output(z.instanceof(Blob)),

  listMessages: endpoint({
    method: 'POST',
    path: '/exports/messages',
    summary:
      'Download the masked messages of the conversations that match the filters of the log, newest conversation first',
    access: 'transcripts.read-own',
    problems: logProblems,
  })
    .input(z.object({ body: ConversationsFilter.extend(format) }))
    .output(z.instanceof(Blob)),

  listUsage: endpoint({
    method: 'POST',
    path: '/exports/usage',
    summary: 'Download requests and cost of each skill in a month, by default the present one',
    access: 'billing.read',
    problems,
  })
    .input(z.object({ body: UsageFilter.extend(format) }))
    .output(z.instanceof(Blob)),

  listRequests: endpoint({
    method: 'POST',
    path: '/exports/requests',
    summary: 'Download the billed requests of a month, newest first',
    access: 'billing.read',
    problems: [...problems, 'record.not-found'],
  })
    .input(z.object({ body: RequestsFilter.extend(format) }))
    .output(z.instanceof(Blob)),

  listInvoices: endpoint({
    method: 'POST',
    path: '/exports/invoices',
    summary: 'Download the list of invoices',
    access: 'billing.read',
    problems,
  })
    .input(z.object({ body: InvoicesFilter.extend(format) }))
    .output(z.instanceof(Blob)),

  listTopUsers: endpoint({
    method: 'POST',
    path: '/exports/top-users',
    summary: 'Download the users of the assistant by number of messages',
    access: 'signed-in',
    problems: [...problems, 'request.range-too-long'],
  })
    .input(z.object({ body: TopUsersFilter.extend(format) }))
    .output(z.instanceof(Blob)),
};
