import * as z from 'zod';
import { defineEndpoints, type EndpointOptions } from '../endpoint.ts';
import { ConversationsFilter, InvoicesFilter, RequestsFilter, TopUsersFilter, UsageFilter } from './export-filters.ts';
import { Id } from '../fields.ts';
import { RowFile, RowFileForm } from './row-files.ts';
import { RowFormat } from './row-formats.ts';

const endpoint = defineEndpoints('Exports');

const format = { format: RowFormat };

const problems = ['exports.busy', 'exports.too-large'] as const;

/** The rows of one kind that match its filters, as a file. */
const download = <Filter extends z.ZodType>(
  form: Filter,
  { problems: more = [], ...options }: Omit<EndpointOptions, 'method'>,
) =>
  endpoint({ ...options, method: 'POST', problems: [...problems, ...more] })
    .input(z.object({ body: form }))
    .output(z.instanceof(Blob));

export const exportsContract = {
  listConversations: download(ConversationsFilter.extend(format), {
    path: '/exports/conversations',
    summary: 'Download the conversations that match the filters of the log, newest first',
    access: 'transcripts.read-own',
    problems: ['search.too-common'],
  }),

  listMessages: download(ConversationsFilter.extend(format), {
    path: '/exports/messages',
    summary:
      'Download the masked messages of the conversations that match the filters of the log, newest conversation first',
    access: 'transcripts.read-own',
    problems: ['search.too-common'],
  }),

  listUsage: download(UsageFilter.extend(format), {
    path: '/exports/usage',
    summary: 'Download requests and cost of each skill in a month, by default the present one',
    access: 'billing.read',
  }),

  listRequests: download(RequestsFilter.extend(format), {
    path: '/exports/requests',
    summary: 'Download the billed requests of a month, newest first',
    access: 'billing.read',
    problems: ['record.not-found'],
  }),

  listInvoices: download(InvoicesFilter.extend(format), {
    path: '/exports/invoices',
    summary: 'Download the list of invoices',
    access: 'billing.read',
  }),

  listTopUsers: download(TopUsersFilter.extend(format), {
    path: '/exports/top-users',
    summary: 'Download the users of the assistant by number of messages',
    access: 'signed-in',
    problems: ['request.range-too-long'],
  }),

  createFile: endpoint({
    method: 'POST',
    path: '/exports/files',
    summary: 'Let a file of many rows be prepared in the background; its owner gets an e-mail when it is ready',
    access: 'signed-in',
    problems: ['access.refused', 'exports.files-waiting', 'exports.files-kept', 'request.range-too-long'],
    successStatus: 201,
  })
    .input(z.object({ body: RowFileForm }))
    .output(RowFile),

  listFiles: endpoint({
    method: 'GET',
    path: '/exports/files',
    summary: 'List the files that were prepared for the caller, the latest first',
    access: 'signed-in',
  }).output(z.array(RowFile)),

  getFile: endpoint({
    method: 'GET',
    path: '/exports/files/{id}/file',
    summary: 'Download a prepared file; the right to its rows is checked again',
    access: 'signed-in',
    problems: ['access.refused', 'exports.busy', 'exports.outdated', 'files.not-found'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(z.instanceof(Blob)),

  deleteFile: endpoint({
    method: 'DELETE',
    path: '/exports/files/{id}',
    summary: 'Delete a prepared file, or cancel its preparation',
    access: 'signed-in',
    problems: ['record.not-found'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(Id),
};
