import * as z from 'zod';
import { LogQuery } from './analytics/analytics.ts';
import { defineEndpoints } from './endpoint.ts';

const endpoint = defineEndpoints('Exports');

/**
 * The formats of a file of rows. `csv`: RFC 4180 in UTF-8; `excel`: the same with a byte order mark, by which Excel knows the
 * encoding; `jsonl`: one JSON object a line.
 */
export const rowFormats = ['csv', 'excel', 'jsonl'] as const;
export const RowFormat = z.enum(rowFormats, { error: `The format must be one of ${rowFormats.join(', ')}.` });
export type RowFormat = z.infer<typeof RowFormat>;

const format = { format: RowFormat };

export const ConversationsExport = LogQuery.omit({ page: true, limit: true }).extend(format);
export type ConversationsExport = z.infer<typeof ConversationsExport>;

const problems = ['exports.busy', 'exports.too-large'] as const;

export const exportsContract = {
  listConversations: endpoint({
    method: 'POST',
    path: '/exports/conversations',
    summary: 'Download the conversations that match the filters of the log, newest first',
    access: 'transcripts.read-own',
    problems,
  })
    .input(z.object({ body: ConversationsExport }))
    .output(z.instanceof(Blob)),
};
