import { ratingValues, type RatingValue } from '#contract/analytics/rating-values.ts';
import { reviewStates, type ReviewState } from '#contract/analytics/review-states.ts';
import { conversationStatuses, type ConversationStatus } from '#contract/analytics/conversations.ts';
import { maxSearchLength, toSearch } from '#contract/analytics/search-words.ts';
import { parseDateRange, toDateRangeSearch, type DateRange } from '../range/date-range.ts';

/** The filters of the conversation list. Skills and users are values of their options. */
export interface LogFilter {
  range: DateRange;
  skills: readonly string[];
  /** The option of several users with one name is all their ids, joined by `::`. */
  users: readonly string[];
  status: readonly ConversationStatus[];
  /** Day of the week from Monday, 1, and hour of the day; undefined for all. */
  weekday?: number | undefined;
  hour?: number | undefined;
  /** Whether only conversations are listed whose last answer failed, for any reason. */
  failed: boolean;
  /** Reasons why the last answer failed. */
  failures: readonly string[];
  /** Models that answered, tools that were called, and tools that failed: one of each is enough. */
  models: readonly string[];
  tools: readonly string[];
  failedTools: readonly string[];
  /** Whether only conversations are listed of which the last message is the user's. */
  unanswered: boolean;
  /** Ratings by users, one of which is enough. */
  ratings: readonly RatingValue[];
  /** States of reviews, and tags: one of each is enough. */
  reviews: readonly ReviewState[];
  tags: readonly string[];
  /** Milliseconds that an answer took longer than; undefined for all. */
  slowerThan?: number | undefined;
  /** Words of messages, as they were typed; empty for none. */
  search: string;
  technicalUsers: boolean;
  /** From 1. */
  page: number;
}

/** Time zone of the company, present instant and rights of the user. */
export interface LogScope {
  timeZone: string;
  now: number;
  canSeeTechnicalUsers: boolean;
}

/** Longer lists would not fit into an address that every proxy accepts. */
export const maxChosen = 100;
const separator = ',';

/** Parses the parameters of the address and drops invalid ones. */
export function parseLogFilter(search: object, { timeZone, now, canSeeTechnicalUsers }: LogScope): LogFilter {
  const { skills, users, status, weekday, hour, slowerThan, technicalUsers, page, ...others } = search as Record<
    string,
    unknown
  >;
  const chosenStatus = parseList(status);
  return {
    range: parseDateRange(search, timeZone, now),
    skills: parseList(skills),
    users: parseList(users),
    status: conversationStatuses.filter((each) => chosenStatus.includes(each)),
    weekday: parseNumber(weekday, 1, 7),
    hour: parseNumber(hour, 0, 23),
    failed: String(others.failed) === 'true',
    failures: parseTexts(others.failures),
    models: parseTexts(others.models, () => true),
    tools: parseTexts(others.tools),
    failedTools: parseTexts(others.failedTools),
    unanswered: String(others.unanswered) === 'true',
    ratings: ratingValues.filter((value) => parseList(others.ratings).includes(value)),
    reviews: reviewStates.filter((state) => parseList(others.reviews).includes(state)),
    tags: parseTexts(others.tags),
    slowerThan: parseNumber(slowerThan, 0, 86_400_000),
    search: parseWords(others.search),
    technicalUsers: canSeeTechnicalUsers && String(technicalUsers) === 'true',
    page: parseNumber(page, 1, 1_000_000) ?? 1,
  };
}

/** `{}` for the whole present month, so that its address stays bare. */
export function toLogSearch(filter: LogFilter, { timeZone, now }: LogScope): Record<string, unknown> {
  const { skills, users, status, weekday, hour, failed, slowerThan, technicalUsers, page } = filter;
  const { failures, models, tools, failedTools, unanswered, ratings, reviews, tags } = filter;
  return {
    ...toDateRangeSearch(filter.range, timeZone, now),
    ...(skills.length > 0 && { skills: skills.join(separator) }),
    ...(users.length > 0 && { users: users.join(separator) }),
    ...(status.length > 0 && { status: status.join(separator) }),
    ...(weekday !== undefined && { weekday }),
    ...(hour !== undefined && { hour }),
    ...(failed && { failed: true }),
    ...keepFilled({ failures, models, tools, failedTools, tags }),
    ...(unanswered && { unanswered: true }),
    ...(ratings.length > 0 && { ratings: ratings.join(separator) }),
    ...(reviews.length > 0 && { reviews: reviews.join(separator) }),
    ...(slowerThan !== undefined && { slowerThan }),
    ...(filter.search !== '' && { search: filter.search }),
    ...(technicalUsers && { technicalUsers: true }),
    ...(page > 1 && { page }),
  };
}

/** The lists that are not empty, as the router writes them. */
export const keepFilled = <Name extends string>(lists: Readonly<Record<Name, readonly string[]>>) =>
  Object.fromEntries(
    Object.entries<readonly string[]>(lists).flatMap(([name, list]) => (list.length > 0 ? [[name, [...list]]] : [])),
  ) as Partial<Record<Name, string[]>>;

/** Whether anything but the range narrows the list down. */
export function isFiltered({ range: _range, technicalUsers: _technical, page: _page, ...filters }: LogFilter): boolean {
  return Object.values(filters).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== '',
  );
}

/** Section 4: changing any filter resets the page to 1; a page applies only if it is greater than 0. */
export function changeLogFilter(filter: LogFilter, changed: Partial<LogFilter>): LogFilter {
  const { page = 1 } = changed;
  return { ...filter, ...changed, page: page > 0 ? page : filter.page };
}

/** Id of the conversation that is open over the list. */
export function parseRecordId(search: object): string | undefined {
  const { record } = search as Record<string, unknown>;
  // The router parses ?record=1 to a number.
  return typeof record === 'string' || typeof record === 'number' ? String(record) : undefined;
}

/** Id of the message that is shown in it. */
export function parseMessageId(search: object): string | undefined {
  const { message } = search as Record<string, unknown>;
  return typeof message === 'string' ? message : undefined;
}

/** The router parses ?search=4500 to a number. Longer texts are no search. */
function parseWords(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? toSearch(String(value)) : '';
  return text.length <= maxSearchLength ? text : '';
}

function parseList(value: unknown): string[] {
  const texts = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(separator) : [];
  return [...new Set(texts.filter((text) => text !== ''))].slice(0, maxChosen);
}

/** Texts that may contain the separator, so that the router writes them as a list. */
function parseTexts(value: unknown, isName = (text: string) => text !== ''): string[] {
  const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string' && isName(text));
  return [...new Set(texts as string[])].slice(0, maxChosen);
}

function parseNumber(value: unknown, lowest: number, highest: number): number | undefined {
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && value !== '');
  const number = isNumeric ? Number(value) : Number.NaN;
  return Number.isInteger(number) && number >= lowest && number <= highest ? number : undefined;
}
