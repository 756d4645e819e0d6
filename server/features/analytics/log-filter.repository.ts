import { isUuid } from '#contract/uuid.ts';
import { unmappedId } from '#contract/analytics/conversations.ts';
import { reviewStates } from '#contract/analytics/review-states.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement } from '../../sql/statement.ts';
import { array, boolean, integer, nullable, text, uuid, type ParamsOf } from '../../sql/types.ts';

/** Conditions that no roll-up counts: time, answers, whether the last message is the user's, and words. */
const detailFilter = {
  weekday: nullable(integer),
  hour: nullable(integer),
  isFailed: nullable(boolean),
  failures: nullable(array(text)),
  models: nullable(array(text)),
  tools: nullable(array(text)),
  failedTools: nullable(array(text)),
  isUnanswered: nullable(boolean),
  ratings: nullable(array(integer)),
  /** None, open, resolved. */
  reviews: nullable(array(text)),
  tags: nullable(array(text)),
  slowerThanMs: nullable(integer),
  /** Ids of the conversations that a search found. */
  found: nullable(array(uuid)),
};

export type DetailFilter = ParamsOf<typeof detailFilter>;

/** The parameters of a search in the log, with the numbers of users, skills and statuses; null where all match. */
export const logFilter = {
  users: nullable(array(integer)),
  skills: nullable(array(integer)),
  statuses: nullable(array(integer)),
  ...detailFilter,
  includesTechnical: boolean,
};

export type LogFilter = ParamsOf<typeof logFilter>;

const details = Object.keys(detailFilter) as (keyof DetailFilter)[];

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
  if (isByBoth || details.some((name) => rolledUp[name] !== null)) return undefined;
  const others = isUnreviewed ? reviewStates.filter((state) => !reviews.includes(state)) : [];
  return { rolledUp, ...(others.length > 0 && { excess: { ...filter, reviews: others } }) };
}

/*
 * The conditions of a filter on conversations `c`. PostgreSQL plans a statement without a name for its values, so a
 * parameter that is null leaves no condition in the plan.
 */
export const matchesFilter = `($users::int[] is null or c.user_number = any($users))
  and ($skills::int[] is null or c.skill_number = any($skills))
  and ($statuses::smallint[] is null or c.status = any($statuses))
  and ($weekday::int is null or extract(isodow from c.day) = $weekday)
  and ($hour::int is null or c.hour = $hour)
  and ($isFailed::boolean is null or (c.failure is not null) = $isFailed)
  and ($failures::text[] is null or c.failure = any($failures))
  and ($models::text[] is null or c.models ?| $models
    or '' = any($models) and c.turns @? '$[*] ? (!exists(@.model))')
  and ($tools::text[] is null or c.tools ?| $tools)
  and ($failedTools::text[] is null or c.failed_tools is not null and c.failed_tools ?| $failedTools)
  and ($isUnanswered::boolean is null or c.awaits_answer = $isUnanswered)
  and ($ratings::int[] is null or c.rating is not null and c.rating = any($ratings))
  and ($reviews::text[] is null
    or exists (
      select from conversation_reviews r
      where r.company_id = $companyId and r.conversation_id = c.id
        and case when r.resolved_at is null then 'open' else 'resolved' end = any($reviews))
    or 'none' = any($reviews) and not exists (
      select from conversation_reviews r where r.company_id = $companyId and r.conversation_id = c.id))
  and ($tags::text[] is null or exists (
    select from conversation_reviews r
    where r.company_id = $companyId and r.conversation_id = c.id and r.tags && $tags))
  and ($slowerThanMs::int is null or c.slowest_ms > $slowerThanMs)
  and ($includesTechnical or not c.technical)
  and ($found::uuid[] is null or c.id = any($found))`;

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
