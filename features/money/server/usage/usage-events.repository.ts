import { unmappedId } from '#contract/conversations/conversations.ts';
import { joinSkills, joinUsers, skillFields, userFields } from '#domain/ledger/reported-names.sql.ts';
import { isReadable, transcriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import {
  array,
  boolean,
  date,
  instant,
  integer,
  nullable,
  text,
  uuid,
  type ParamsOf,
  type RowOf,
} from '#server/sql/types.ts';
import type { UsageEventKey } from './usage-event-key.ts';

const listSkillNumbersStatement = statement({
  text: `
    select n.number
    from (select 1) one
    left join (
      select number from reported_skills
      where company_id = $companyId and (skill_id::text = $skillId or skill_id is null and id::text = $skillId)
      union all select 0 where $skillId = '${unmappedId}'
    ) n on true
    where n.number is not null
      or exists (select from skills where (company_id = $companyId or is_provided) and id::text = $skillId)
      or exists (select from reported_skills where company_id = $companyId and id::text = $skillId)`,
  params: { skillId: text },
  row: { number: nullable(integer) },
});

/**
 * The numbers of a skill: those of all reported skills that are mapped to it, that of a reported skill without a mapping,
 * 0 for `unmapped`. Undefined where the company has no such skill.
 */
export async function findSkillNumbers(tx: CompanyTransaction, skillId: string): Promise<number[] | undefined> {
  const rows = await tx.list(listSkillNumbersStatement, { skillId });
  return rows.length === 0 ? undefined : rows.flatMap(({ number }) => (number === null ? [] : [number]));
}

/** The numbers of a user of the company. */
export const listUserNumbers = statement.list({
  text: 'select number from reported_users where company_id = $companyId and user_id = $userId',
  params: { userId: uuid },
  row: { number: integer },
});

/** Finds a conversation that the actor may read. */
export const findReadable = statement.find({
  text: `
    select c.id from conversation_partitions s
    join conversations c on c.company_id = s.company_id and c.started_at = s.started_at and c.id = s.id
    where s.company_id = $companyId and s.id = $id and not c.is_placeholder and ($includesTechnical or not c.technical)
      and ${isReadable('c')}`,
  params: { id: uuid, includesTechnical: boolean, ...transcriptReader },
  row: { id: uuid },
});

const usageEvent = {
  id: uuid,
  skill: text,
  day: date,
  occurredAt: instant,
  firstName: text,
  lastName: text,
  isMapped: boolean,
  userNumber: integer,
  price: integer,
  conversationId: nullable(uuid),
};

export type StoredUsageEvent = RowOf<typeof usageEvent>;

/** The skills and users of usage events by their numbers, their conversation, null for all, and days; `until` is the day after the last. */
const found = {
  numbers: nullable(array(integer)),
  users: nullable(array(integer)),
  conversation: nullable(uuid),
  first: date,
  until: date,
};

const isFound = (
  event: string,
) => `${event}.company_id = $companyId and ${event}.day >= $first and ${event}.day < $until
  and ($numbers::int[] is null or ${event}.skill_number = any($numbers))
  and ($users::int[] is null or ${event}.user_number = any($users))
  and ($conversation::uuid is null or ${event}.conversation_id = $conversation)`;

const page = {
  ...found,
  limit: integer,
  includesTechnical: boolean,
  ...transcriptReader,
};

const listUsageEventsStatement = statement({
  text: `
    with page as materialized (
      select id, day, occurred_at, skill_number, user_number, price_ten_thousandths, conversation_id
      from usage_events e
      where ${isFound('e')}
        and ($afterDay::date is null or day <= $afterDay
          and (day, occurred_at, id) < ($afterDay, $afterOccurredAt::timestamptz, $afterId::uuid))
      order by day desc, occurred_at desc, id desc limit $limit)
    select page.id, page.day, page.occurred_at as "occurredAt", ${skillFields.name} as skill, ${userFields.firstName} as "firstName",
      ${userFields.lastName} as "lastName", ${userFields.isMapped} as "isMapped", ${userFields.number} as "userNumber", page.price_ten_thousandths as price, c.id as "conversationId"
    from page ${joinSkills('page.skill_number')} ${joinUsers('page.user_number')}
    left join conversation_partitions s on s.company_id = $companyId and s.id = page.conversation_id
    left join conversations c
      on c.company_id = $companyId and c.started_at = s.started_at and c.id = s.id and not c.is_placeholder
      and ($includesTechnical or not c.technical) and ${isReadable('c')}
    order by page.day desc, page.occurred_at desc, page.id desc`,
  params: { ...page, afterDay: nullable(date), afterOccurredAt: nullable(instant), afterId: nullable(uuid) },
  row: usageEvent,
});

/** One page of the ledger, newest first, by key: its cost does not depend on its position. */
export function listUsageEvents(
  tx: CompanyTransaction,
  { after, ...params }: ParamsOf<typeof page> & { readonly after: UsageEventKey | undefined },
): Promise<StoredUsageEvent[]> {
  return tx.list(listUsageEventsStatement, {
    ...params,
    afterDay: after?.day ?? null,
    afterOccurredAt: after ? new Date(after.occurredAt) : null,
    afterId: after?.id ?? null,
  });
}

/** All usage events of a search, newest first, for a file. */
export const allUsageEvents = statement({
  text: `
    select e.id, e.day, e.occurred_at as "occurredAt", ${skillFields.name} as skill, ${userFields.firstName} as "firstName",
      ${userFields.lastName} as "lastName", ${userFields.isMapped} as "isMapped", ${userFields.number} as "userNumber",
      e.price_ten_thousandths as price,
      c.id as "conversationId"
    from usage_events e ${joinSkills('e.skill_number')} ${joinUsers('e.user_number')}
    left join conversation_partitions s on s.company_id = $companyId and s.id = e.conversation_id
    left join conversations c
      on c.company_id = $companyId and c.started_at = s.started_at and c.id = s.id and not c.is_placeholder
      and ($includesTechnical or not c.technical) and ${isReadable('c')}
    where ${isFound('e')}
    order by e.day desc, e.occurred_at desc, e.id desc`,
  params: { ...found, includesTechnical: boolean, ...transcriptReader },
  row: usageEvent,
});

export const countUsageEvents = statement.get({
  text: `select count(*) as count from usage_events e where ${isFound('e')}`,
  params: found,
  row: { count: integer },
});
