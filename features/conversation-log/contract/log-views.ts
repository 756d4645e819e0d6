import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, IdempotencyHeaders, Version, requiredText } from '#contract/fields.ts';
import { toFilterShape } from '#contract/filters/filter-shape.ts';
import { RangeQuery } from '#features/dashboard/contract/analytics.ts';
import { logFilters } from './log-filters.ts';
import { mostCounted } from './view-values.ts';

const endpoint = defineEndpoints('Saved views', 'dev');

/** The most values of a list that an address of the log holds. */
const mostListed = 100;
/** A longer address of the log would not pass every proxy. */
const maxFilterCharacters = 6000;

const filterShape = toFilterShape(logFilters);

const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);

/** Whether the page of the log has a control for the value. */
const isShown = (value: unknown) => value !== false && !(Array.isArray(value) && value.length > mostListed);

/**
 * The filters of a view, without period and search, which stay as they are when a view is opened. A flag is true, because the page
 * cannot ask for the opposite.
 */
export const LogViewFilters = z
  .strictObject(filterShape)
  .refine((filters) => !Object.values(filters).every(isEmpty), { error: 'Set at least one filter.' })
  .refine((filters) => Object.values(filters).every(isShown), { error: 'The log cannot show these filters.' })
  .refine(({ weekday, hour }) => (weekday === undefined) === (hour === undefined), {
    error: 'A day of the week needs an hour, and an hour a day of the week.',
  })
  .refine((filters) => JSON.stringify(filters).length <= maxFilterCharacters, {
    error: 'These filters are too long for a view. Choose fewer values.',
  });
export type LogViewFilters = z.infer<typeof LogViewFilters>;

const ViewName = requiredText({
  required: 'The field is required!',
  empty: 'The field can not be empty!',
  maxLength: 60,
});

/** The part of a form that its page checks; the filters are those of the address. */
export const LogViewName = z.object({ name: ViewName });

export const LogViewForm = z.strictObject({
  name: ViewName,
  filters: LogViewFilters,
  /** Whether everyone sees it who reads conversations. Only those who read all of them share a view. */
  isShared: z.boolean(),
});
export type LogViewForm = z.infer<typeof LogViewForm>;

/** A change of name and sharing; the filters stay where they are missing. */
export const LogViewChange = LogViewForm.partial({ filters: true }).extend({ version: Version.optional() });
export type LogViewChange = z.infer<typeof LogViewChange>;

/** Things that filters of a view refer to, and that are gone: the filter itself, or the user or skill that it names. */
export const lostKinds = ['filter', 'user', 'skill'] as const;

export const LogView = z.object({
  id: Id,
  name: z.string(),
  /** Without those that no longer exist. */
  filters: z.object(filterShape),
  isShared: z.boolean(),
  /** The name of the person who saved it; null for a person who is no longer a user. */
  owner: z.string().nullable(),
  /** Whether the caller saved it, and may change it. */
  isOwn: z.boolean(),
  canDelete: z.boolean(),
  lost: z.array(z.enum(lostKinds)),
  version: Version,
});
export type LogView = z.infer<typeof LogView>;

/** Conversations of a view that the caller may read. */
export const LogViewCount = z.object({
  /** The key of a fixed view, or the id of a saved one. */
  view: z.string(),
  count: z.int().min(0).max(mostCounted),
  /** Whether there are more, because not all conversations of the period were looked at. */
  isMore: z.boolean(),
});
export type LogViewCount = z.infer<typeof LogViewCount>;

const byId = z.object({ id: Id });

export const logViewsContract = {
  list: endpoint({
    method: 'GET',
    path: '/analytics/log-views',
    summary: 'List the views of the log that the caller saved, then those that others share, by name',
    access: 'transcripts.read-own',
  }).output(z.array(LogView)),

  listCounts: endpoint({
    method: 'GET',
    path: '/analytics/log-views/counts',
    summary: 'List how many conversations of a range each view has, among the newest 20,000 of them',
    access: 'transcripts.read-own',
  })
    .input(z.object({ query: RangeQuery.optional() }))
    .output(z.array(LogViewCount)),

  create: endpoint({
    method: 'POST',
    path: '/analytics/log-views',
    summary: 'Save a view of the log, for oneself or shared',
    access: 'transcripts.read-own',
    successStatus: 201,
    problems: [
      'log-views.name-taken',
      'log-views.limit',
      'log-views.shared-limit',
      'log-views.sharing',
      'log-views.guest',
    ],
  })
    .input(z.object({ body: LogViewForm, headers: IdempotencyHeaders }))
    .output(LogView),

  update: endpoint({
    method: 'PUT',
    path: '/analytics/log-views/{id}',
    summary: 'Update an own view of the log: its name, its filters, and whether it is shared',
    access: 'transcripts.read-own',
    problems: [
      'record.stale',
      'log-views.name-taken',
      'log-views.shared-limit',
      'log-views.sharing',
      'log-views.not-own',
    ],
  })
    .input(z.object({ params: byId, body: LogViewChange }))
    .output(LogView),

  delete: endpoint({
    method: 'DELETE',
    path: '/analytics/log-views/{id}',
    summary: 'Delete an own view of the log, as SuperAdmin any that is shared',
    access: 'transcripts.read-own',
    successStatus: 204,
    problems: ['log-views.not-own'],
  }).input(z.object({ params: byId })),
};
