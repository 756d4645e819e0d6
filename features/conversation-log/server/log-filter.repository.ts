import { isUuid } from '#contract/uuid.ts';
import { conversationStatuses, unmappedId, type ConversationStatus } from '#contract/conversations/conversations.ts';
import { logFilters } from '#features/conversation-log/contract/log-filters.ts';
import { reviewStates } from '#features/conversation-log/contract/review-states.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { toRatingNumber } from '#server/lib/ratings.ts';
import { declareConditions } from '#server/database/filter-conditions.ts';
import { statement } from '#server/sql/statement.ts';
import { array, boolean, integer, nullable, text, uuid, type ParamsOf } from '#server/sql/types.ts';

const hasReview = `exists (
    select from conversation_reviews r where r.company_id = $companyId and r.conversation_id = c.id`;

/** The conditions of the log's filters on conversations `c`. */
export const logConditions = declareConditions(logFilters, {
  users: { type: array(integer), sql: 'c.user_number = any($users)' },
  skills: { type: array(integer), sql: 'c.skill_number = any($skills)' },
  status: { type: array(integer), encode: toStatusNumbers, sql: 'c.status = any($status)' },
  weekday: 'extract(isodow from c.day) = $weekday',
  hour: 'c.hour = $hour',
  failed: '(c.failure is not null) = $failed',
  failures: { type: array(text), sql: 'c.failure = any($failures)' },
  models: `c.models ?| $models or '' = any($models) and c.turns @? '$[*] ? (!exists(@.model))'`,
  tools: { type: array(text), sql: 'c.tools ?| $tools' },
  failedTools: { type: array(text), sql: 'c.failed_tools is not null and c.failed_tools ?| $failedTools' },
  ratings: {
    type: array(integer),
    encode: (ratings) => ratings.map(toRatingNumber),
    sql: 'c.rating is not null and c.rating = any($ratings)',
  },
  unanswered: 'c.awaits_answer = $unanswered',
  reviews: `${hasReview} and case when r.resolved_at is null then 'open' else 'resolved' end = any($reviews))
    or 'none' = any($reviews) and not ${hasReview})`,
  tags: { type: array(text), sql: `${hasReview} and r.tags && $tags)` },
  slowerThanMs: 'c.slowest_ms > $slowerThanMs',
});

/** The numbers of statuses; null for all. */
function toStatusNumbers(statuses: readonly ConversationStatus[]): number[] | null {
  const numbers = new Set(statuses.map((each) => conversationStatuses.indexOf(each) + 1));
  return numbers.size === conversationStatuses.length ? null : [...numbers];
}

/** The parameters of a search in the log; null where all match. */
export const logFilter = {
  ...logConditions.params,
  includesTechnical: boolean,
  /** Ids of the conversations that a search found. */
  found: nullable(array(uuid)),
};

export type LogFilter = ParamsOf<typeof logFilter>;

export const matchesFilter = `${logConditions.text}
  and ($includesTechnical or not c.technical)
  and ($found::uuid[] is null or c.id = any($found))`;

/** Names of the conditions that roll-ups count by. */
const rolledUpNames: readonly string[] = ['users', 'skills', 'status', 'includesTechnical'];

/** The matches of `rolledUp` without those of `excess`, which are among them. */
export interface SplitFilter {
  /** Counted by roll-ups. */
  readonly rolledUp: LogFilter;
  /** The conversations with a review that is not asked for; undefined where none is left out. */
  readonly excess?: LogFilter;
}

/**
 * How roll-ups can count the matches; undefined where they cannot, because the filter is by user and skill, or by details.
 * Conversations without a review are all but the reviewed, which are few.
 */
export function splitFilter(filter: LogFilter): SplitFilter | undefined {
  const { reviews } = filter;
  const isUnreviewed = reviews?.includes('none') === true;
  const rolledUp = isUnreviewed ? { ...filter, reviews: null } : filter;
  const isByBoth = rolledUp.users !== null && rolledUp.skills !== null;
  const isByDetails = Object.entries(rolledUp).some(([name, value]) => !rolledUpNames.includes(name) && value !== null);
  if (isByBoth || isByDetails) return undefined;
  const others = isUnreviewed ? reviewStates.filter((state) => !reviews.includes(state)) : [];
  return { rolledUp, ...(others.length > 0 && { excess: { ...filter, reviews: others } }) };
}

const getNumbersStatement = statement({
  name: 'analytics.numbers',
  text: `
    select
      array(select number from reported_users
        where company_id = $companyId and (user_id = any($users::uuid[]) or id = any($users::uuid[]))) as users,
      array(select number from reported_skills
        where company_id = $companyId and (skill_id = any($skills::uuid[]) or id = any($skills::uuid[]))) as skills`,
  params: { users: array(uuid), skills: array(uuid) },
  row: { users: array(integer), skills: array(integer) },
});

/** The numbers of the user's own conversations. */
export const listOwnNumbers = statement.list({
  text: 'select number from reported_users where company_id = $companyId and user_id = $userId',
  params: { userId: uuid },
  row: { number: integer },
});

/** More are rare, and each is masked. */
const maskedReasonLimit = 10_000;

/** Why the last answers of the company's conversations failed, each reason once. */
export const listReasons = statement.list({
  text: `
    select distinct coalesce(failure, '') as failure from conversations
    where company_id = $companyId and failure is not null limit ${maskedReasonLimit}`,
  row: { failure: text },
});

/** The names of the tools that the company's assistants called. */
export const listTools = statement.list({
  text: 'select distinct tool from tool_daily_stats where company_id = $companyId',
  row: { tool: text },
});

interface LogIds {
  readonly users: readonly string[];
  readonly skills: readonly string[];
}

/** The numbers of users and skills with these ids, mapped or reported ones. */
export async function getNumbers(tx: CompanyTransaction, { users, skills }: LogIds) {
  const numbers = await tx.get(getNumbersStatement, { users: keepUuids(users), skills: keepUuids(skills) });
  return { users: addUnmapped(numbers.users, users), skills: addUnmapped(numbers.skills, skills) };
}

const keepUuids = (ids: readonly string[]) => ids.filter(isUuid);

/** Conversations without a reported user or skill have number 0. */
const addUnmapped = (numbers: readonly number[], ids: readonly string[]) =>
  ids.includes(unmappedId) ? [...numbers, 0] : numbers;
