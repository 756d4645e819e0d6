import type * as z from 'zod';
import type { AuditFilter } from '#contract/audit.ts';
import { formatDateTime, formatDay, formatMonth } from '#contract/calendar/formats.ts';
import type { ConversationsFilter, RequestsFilter } from '#contract/exports/export-filters.ts';
import type { RowFile } from '#contract/exports/row-files.ts';
import { formatCounted, formatDuration } from '../../lib/numbers.ts';

type LogFilter = z.infer<typeof ConversationsFilter>;

const weekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];
const reviewWords = { none: 'not reviewed', open: 'open review', resolved: 'resolved review' } as const;

/** Lists the conditions of a file's filter in words. */
export function listFilterWords({ kind, filter }: Pick<RowFile, 'kind' | 'filter'>, zone: string): string[] {
  if (kind === 'usage' || kind === 'requests') return listUsageWords(filter);
  if (kind === 'audit') return listAuditWords(filter);
  return listLogWords(filter, zone);
}

function listLogWords(filter: LogFilter, zone: string): string[] {
  const { from, to, users, skills, status, weekday, hour, failed, unanswered, slowerThanMs, search } = filter;
  return [
    ...(from !== undefined && to !== undefined ? [`${formatDateTime(from, zone)} – ${formatDateTime(to, zone)}`] : []),
    ...(users?.length ? [formatCounted(users.length, 'users')] : []),
    ...(skills?.length ? [formatCounted(skills.length, 'skills')] : []),
    ...toList('status', status),
    ...(weekday === undefined ? [] : [`on ${weekdays[weekday - 1]}`]),
    ...(hour === undefined ? [] : [`from ${hour}:00 to ${hour + 1}:00`]),
    ...toChoice(failed, 'ended with a failure', 'ended without a failure'),
    ...toList('failure', filter.failures),
    ...toList('model', filter.models),
    ...toList('tool', filter.tools),
    ...toList('failed tool', filter.failedTools),
    ...toChoice(unanswered, 'unanswered', 'answered'),
    ...(filter.reviews?.map((state) => reviewWords[state]) ?? []),
    ...toList('tag', filter.tags),
    ...(slowerThanMs === undefined ? [] : [`an answer slower than ${formatDuration(slowerThanMs)}`]),
    ...toText('words', search),
    ...(filter.technicalUsers ? ['with technical users'] : []),
  ];
}

function listUsageWords({ period, skill }: z.infer<typeof RequestsFilter>): string[] {
  return [
    ...(period === undefined ? ['the month of the request'] : [formatMonth(`${period}-01`)]),
    ...(skill === undefined ? [] : ['one skill']),
  ];
}

function listAuditWords({ entity, entityId, search, actor, from, to }: AuditFilter): string[] {
  return [
    ...(from === undefined ? [] : [`from ${formatDay(from)}`]),
    ...(to === undefined ? [] : [`to ${formatDay(to)}`]),
    ...toText('record type', entity),
    ...(entityId === undefined ? [] : ['one record']),
    ...toText('author', actor),
    ...toText('search', search),
  ];
}

const toList = (name: string, values: readonly string[] | undefined) =>
  values?.length ? [`${name}: ${values.map((value) => (value === '' ? 'not named' : value)).join(', ')}`] : [];
const toText = (name: string, text: string | undefined) => (text ? [`${name}: ${text}`] : []);
const toChoice = (value: boolean | undefined, yes: string, no: string) =>
  value === undefined ? [] : [value ? yes : no];
