import type { SkillState } from '#features/skills/contract/skill-states.ts';
import type { Range } from '#server/lib/calendar/ranges.ts';
import { joinNamesOnce, joinSkills, joinUsers, skillFields, userFields } from '#domain/ledger/reported-names.sql.ts';
import { isReadable, transcriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import { skillStateAt } from '#server/records/skill-state.sql.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import {
  array,
  boolean,
  instant,
  integer,
  json,
  nullable,
  text,
  textOf,
  uuid,
  type ParamsOf,
  type RowOf,
} from '#server/sql/types.ts';
import { errorLengths } from './shown-answers.ts';
import { logFilter, matchesFilter, type LogFilter } from './log-filter.repository.ts';

const conversation = {
  id: uuid,
  startedAt: instant,
  messages: integer,
  apiCalls: integer,
  status: integer,
  approvedAt: nullable(instant),
  failure: nullable(text),
  /** The beginning, which may end within a value that is masked. */
  error: nullable(text),
  models: nullable(json<string[]>()),
  tools: nullable(json<string[]>()),
  failedTools: nullable(json<string[]>()),
  slowestMs: nullable(integer),
  tokens: nullable(integer),
  isUnanswered: boolean,
  rating: nullable(integer),
};

const names = {
  skill: text,
  firstName: text,
  lastName: text,
  userNumber: integer,
  /** State of the skill when the conversation started; null where the conversation names none. */
  skillState: nullable(textOf<SkillState>()),
};

const logRow = { ...conversation, ...names, isMapped: boolean };

export type LogRow = RowOf<typeof logRow>;

const conversationColumns = `c.id, c.started_at as "startedAt", c.messages, c.api_calls as "apiCalls", c.status,
  c.approved_at as "approvedAt", c.failure,
  case when c.failure is not null then left(c.turns->-1->>'error', ${errorLengths.read}) end as error,
  c.models, c.tools, c.failed_tools as "failedTools", c.slowest_ms as "slowestMs", c.tokens,
  c.awaits_answer as "isUnanswered", c.rating`;

const skillState = `${skillStateAt('c.started_at')} as "skillState"`;

const logColumns = `${conversationColumns}, ${skillFields.name} as skill, ${userFields.firstName} as "firstName",
  ${userFields.lastName} as "lastName", ${userFields.isMapped} as "isMapped", ${userFields.number} as "userNumber", ${skillState}`;

const joinNames = `${joinSkills('c.skill_number')} ${joinUsers('c.user_number')}`;

/** Lets all statements of the transaction see the same moment; runs before the first of them. */
export const startSnapshot = systemStatement.run({
  text: 'set transaction isolation level repeatable read, read only',
});

/** The time windows that hold a page, newest first, and how many matches in them come before it. */
export interface PagePosition {
  readonly windows: readonly Range[];
  readonly offset: number;
  readonly limit: number;
}

const inBounds = 'c.started_at >= $earliest::timestamptz and c.started_at < $latest::timestamptz';

/*
 * Finds the page with an index-only scan of each window and reads only the rows of the page. The bounds of all windows
 * let the planner leave out the other partitions.
 */
const listLogRowsStatement = statement({
  text: `
    with page as materialized (
      select found.started_at, found.id
      from unnest($froms::timestamptz[], $untils::timestamptz[]) as span (first, until)
      cross join lateral (
        select c.started_at, c.id from conversations c
        where c.company_id = $companyId and ${inBounds} and c.started_at >= span.first and c.started_at < span.until
          and ${matchesFilter}
        order by c.started_at desc, c.id desc limit $end
      ) found
      order by found.started_at desc, found.id desc offset $offset limit $limit)
    select ${logColumns}
    from page
    join conversations c on c.company_id = $companyId and c.started_at = page.started_at and c.id = page.id and ${inBounds}
    ${joinNames}
    order by c.started_at desc, c.id desc`,
  params: {
    ...logFilter,
    froms: array(instant),
    untils: array(instant),
    earliest: instant,
    latest: instant,
    end: integer,
    offset: integer,
    limit: integer,
  },
  row: logRow,
});

/** Fields of a conversation's review in a file. */
export const exportedReview = {
  /** When its review was updated; null without one. */
  reviewedAt: nullable(instant),
  tags: nullable(array(text)),
  note: nullable(text),
  resolvedAt: nullable(instant),
  resolvedBy: nullable(text),
};

export type ExportedReview = RowOf<typeof exportedReview>;

export const exportedReviewColumns = `review.updated_at as "reviewedAt", review.tags, review.note,
  review.resolved_at as "resolvedAt", review.resolved_by as "resolvedBy"`;

export const joinReview =
  'left join conversation_reviews review on review.company_id = $companyId and review.conversation_id = c.id';

/** Fields of a conversation in a file: those of the log, the sender's id and the review. */
const exportedRow = { ...conversation, ...names, externalId: text, ...exportedReview };

export type ExportedConversation = RowOf<typeof exportedRow>;

const listFoundRowsStatement = statement({
  name: 'analytics.found-rows',
  text: `
    select ${logColumns}
    from unnest($ids::uuid[], $starts::timestamptz[]) as found (id, started_at)
    cross join lateral (
      select * from conversations where company_id = $companyId and started_at = found.started_at and id = found.id offset 0
    ) c
    ${joinNames}
    order by c.started_at desc, c.id desc`,
  params: { ids: array(uuid), starts: array(instant) },
  row: logRow,
});

/** The rows of conversations that a search found and that match its filter, newest first. */
export const listFoundRows = (
  tx: CompanyTransaction,
  found: ReadonlyArray<{ readonly id: string; readonly startedAt: number }>,
): Promise<LogRow[]> =>
  tx.list(listFoundRowsStatement, {
    ids: found.map(({ id }) => id),
    starts: found.map(({ startedAt }) => new Date(startedAt)),
  });

/** With more reviews, the statement reads the review of each row from the index. */
const mostReviewed = 10_000;

const listReviewedStatement = statement({
  text: `select conversation_id as id from conversation_reviews where company_id = $companyId limit ${mostReviewed + 1}`,
  row: { id: uuid },
});

/** Conversations that have a review; null where they are too many. */
export async function listReviewed(tx: CompanyTransaction): Promise<string[] | null> {
  const rows = await tx.list(listReviewedStatement);
  return rows.length > mostReviewed ? null : rows.map(({ id }) => id);
}

/**
 * All rows of a range, newest first, for a file. The statement reads the reviews of those `reviewed` alone, because reading one takes
 * as long as all else of a row; `offset 0` keeps PostgreSQL from reading it before the id is compared with `reviewed`.
 */
export const allLogRows = statement({
  text: `
    select ${conversationColumns}, mapped_skill.shown_name as skill, person.first_name as "firstName",
      person.last_name as "lastName", person.number as "userNumber", ${skillState},
      c.external_id as "externalId", ${exportedReviewColumns}
    from conversations c ${joinNamesOnce('c.skill_number', 'c.user_number')}
    left join lateral (
      select * from conversation_reviews r
      where ($reviewed::uuid[] is null or c.id = any($reviewed)) and r.company_id = $companyId and r.conversation_id = c.id
      offset 0) review on true
    where c.company_id = $companyId and c.started_at >= $from::timestamptz and c.started_at < $until::timestamptz
      and ${matchesFilter}
    order by c.started_at desc, c.id desc`,
  params: { ...logFilter, from: instant, until: instant, reviewed: nullable(array(uuid)) },
  row: exportedRow,
});

export function listLogRows(tx: CompanyTransaction, filter: LogFilter, position: PagePosition): Promise<LogRow[]> {
  const { windows, offset, limit } = position;
  return tx.list(listLogRowsStatement, {
    ...filter,
    froms: windows.map(({ from }) => new Date(from)),
    untils: windows.map(({ until }) => new Date(until)),
    earliest: new Date(Math.min(...windows.map(({ from }) => from))),
    latest: new Date(Math.max(...windows.map(({ until }) => until))),
    end: offset + limit,
    offset,
    limit,
  });
}

/** One conversation, by an actor who may read it. */
export const conversationQuery = { id: uuid, includesTechnical: boolean, ...transcriptReader };

export type ConversationQuery = ParamsOf<typeof conversationQuery>;

const detailsRow = {
  ...logRow,
  externalId: text,
  requests: integer,
  cost: integer,
  isSkillMapped: boolean,
  skillId: nullable(uuid),
  userId: nullable(uuid),
  withoutContent: boolean,
  keyId: nullable(uuid),
  keyName: nullable(text),
  keyRevokedAt: nullable(instant),
  importId: nullable(uuid),
  importFile: nullable(text),
  /** JSON. */
  turns: nullable(text),
  ratings: nullable(text),
};

export type DetailsRow = RowOf<typeof detailsRow>;

const findLogRowStatement = statement({
  name: 'analytics.conversation',
  text: `
    select ${logColumns}, c.external_id as "externalId", billed.requests, billed.cost,
      reported_skill.skill_id is not null as "isSkillMapped",
      case when mapped_skill.deleted_at is null then mapped_skill.id end as "skillId", mapped_user.id as "userId",
      c.without_content as "withoutContent", k.id as "keyId", k.name as "keyName", k.revoked_at as "keyRevokedAt",
      i.id as "importId", i.file_name as "importFile", c.turns::text as turns,
      c.ratings::text as ratings
    from conversation_partitions s
    join conversations c on c.company_id = s.company_id and c.started_at = s.started_at and c.id = s.id
    ${joinNames}
    left join intake_keys k on k.company_id = $companyId and k.id = c.intake_key_id
    left join log_imports i on i.company_id = $companyId and i.id = c.intake_key_id
    cross join lateral (
      select count(*) as requests, coalesce(sum(e.price_ten_thousandths), 0)::bigint as cost
      from usage_events e where e.company_id = $companyId and e.conversation_id = c.id) billed
    where s.company_id = $companyId and s.id = $id and ($includesTechnical or not c.technical) and ${isReadable('c')}`,
  params: conversationQuery,
  row: detailsRow,
});

/** One conversation; its start limits the read to one partition. */
export function findLogRow(tx: CompanyTransaction, query: ConversationQuery) {
  return tx.find(findLogRowStatement, query);
}
