import { unmappedId } from '#contract/analytics/conversations.ts';
import type { TenThousandths } from '#contract/billing/money.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { joinUsers, userFields } from './reported-names.sql.ts';
import type { RequestKey } from './request-key.ts';

export interface LedgerRequest {
  readonly id: string;
  readonly day: string;
  readonly occurredAt: Date;
  readonly firstName: string;
  readonly lastName: string;
  readonly price: TenThousandths;
  readonly conversationId: string | null;
}

export interface RequestsPage {
  /** Of a skill, a reported name, or `unmapped`. */
  readonly skillId: string;
  readonly first: string;
  readonly until: string;
  readonly after: RequestKey | undefined;
  readonly limit: number;
  readonly includesTechnical: boolean;
}

/*
 * A row of the usage stands for all names that are mapped to its skill, or for one that is not mapped. What nobody
 * named has number 0; so has everything whose name is not known here.
 */
const numbersText = `
  select number from reported_skills where skill_id::text = $1 or skill_id is null and id::text = $1
  union all select 0 where $1 = '${unmappedId}'`;

/** The numbers of a row of the usage; undefined where the company knows no such skill. */
export async function findSkillNumbers(tx: Transaction, skillId: string): Promise<number[] | undefined> {
  const { rows } = await toExecutor(tx).query<{ number: number | null }>(
    `select n.number from (select) one left join (${numbersText}) n on true
      where n.number is not null or exists (select from skills where id::text = $1)
        or exists (select from reported_skills where id::text = $1)`,
    [skillId],
  );
  return rows.length === 0 ? undefined : rows.flatMap(({ number }) => (number === null ? [] : [number]));
}

const pageText = `
  with page as materialized (
    select id, day, occurred_at, user_number, price_ten_thousandths, conversation_id
    from usage_events
    where day >= $2 and day < $3 and skill_number = any ($1::int[])
      and ($4::date is null or day <= $4 and (day, occurred_at, id) < ($4, $5::timestamptz, $6::uuid))
    order by day desc, occurred_at desc, id desc limit $7)
  select page.id, page.day::text as day, page.occurred_at as "occurredAt",
    ${userFields.firstName} as "firstName", ${userFields.lastName} as "lastName",
    page.price_ten_thousandths as price, c.id as "conversationId"
  from page ${joinUsers('page.user_number')}
  left join conversation_partitions s on s.id = page.conversation_id
  left join conversations c on c.started_at = s.started_at and c.id = s.id and not c.is_placeholder
    and ($8 or not c.technical)
  order by page.day desc, page.occurred_at desc, page.id desc`;

/** One page of the ledger, newest first, found by key: it costs the same wherever it lies. */
export async function listRequests(
  tx: Transaction,
  numbers: readonly number[],
  { first, until, after, limit, includesTechnical }: Omit<RequestsPage, 'skillId'>,
): Promise<LedgerRequest[]> {
  const key = [after?.day ?? null, after?.occurredAt ?? null, after?.id ?? null];
  const { rows } = await toExecutor(tx).query<Omit<LedgerRequest, 'price'> & { price: string }>(pageText, [
    numbers,
    first,
    until,
    ...key,
    limit,
    includesTechnical,
  ]);
  return rows.map((row) => ({ ...row, price: Number(row.price) }));
}
