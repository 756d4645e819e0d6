import { conversationStatuses } from '#contract/analytics/conversations.ts';
import type { ConversationStatus } from '#contract/analytics/conversations.ts';
import { readDateRange, writeDateRange } from '../range/date-range.ts';
import type { DateRange } from '../range/date-range.ts';

/** What the list of conversations is narrowed to. Skills and users are values of their options. */
export interface LogFilter {
  range: DateRange;
  skills: readonly string[];
  /** An option of several people with one name holds all their ids, joined by `::`. */
  users: readonly string[];
  status: readonly ConversationStatus[];
  technicalUsers: boolean;
  /** From 1. */
  page: number;
}

/** Whose clock it is, and what that person may see. */
export interface LogReader {
  timeZone: string;
  now: Date;
  canSeeTechnicalUsers: boolean;
}

/** Longer lists would not fit into an address that every server and proxy takes. */
export const maxChosen = 100;
const separator = ',';

/** Reads the parameters of the address; what means nothing is left out. */
export function readLogFilter(search: object, { timeZone, now, canSeeTechnicalUsers }: LogReader): LogFilter {
  const { skills, users, status, technicalUsers, page } = search as Record<string, unknown>;
  const chosenStatus = readList(status);
  return {
    range: readDateRange(search, timeZone, now),
    skills: readList(skills),
    users: readList(users),
    status: conversationStatuses.filter((each) => chosenStatus.includes(each)),
    technicalUsers: canSeeTechnicalUsers && String(technicalUsers) === 'true',
    page: readPage(page),
  };
}

/** What the address holds for a filter. `{}` for the present month as a whole, so that its address stays bare. */
export function writeLogFilter(filter: LogFilter, { timeZone, now }: LogReader): Record<string, unknown> {
  const { skills, users, status, technicalUsers, page } = filter;
  return {
    ...writeDateRange(filter.range, timeZone, now),
    ...(skills.length > 0 && { skills: skills.join(separator) }),
    ...(users.length > 0 && { users: users.join(separator) }),
    ...(status.length > 0 && { status: status.join(separator) }),
    ...(technicalUsers && { technicalUsers: true }),
    ...(page > 1 && { page }),
  };
}

/** Section 4: changing any filter resets the page to 1; a page applies only if it is greater than 0. */
export function changeLogFilter(filter: LogFilter, changed: Partial<LogFilter>): LogFilter {
  const { page = 1 } = changed;
  return { ...filter, ...changed, page: page > 0 ? page : filter.page };
}

/** The conversation that the address has open. */
export function readRecordId(search: object): string | undefined {
  const { record } = search as Record<string, unknown>;
  // The router reads ?record=1 as a number.
  return typeof record === 'string' || typeof record === 'number' ? String(record) : undefined;
}

function readList(value: unknown): string[] {
  const texts = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(separator) : [];
  return [...new Set(texts.filter((text) => text !== ''))].slice(0, maxChosen);
}

function readPage(value: unknown): number {
  const page = Number(value);
  return Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1;
}
