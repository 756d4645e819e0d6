import { randomUUID } from 'node:crypto';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { Database } from '#server/database/open-database.ts';

/** Runs of one skill on one day at one price; the number is that of `reportSkill`, 0 for none. */
export interface TestRuns {
  readonly day: string;
  readonly skill?: number;
  readonly user?: number;
  /** The id of the intake key that has reported them. */
  readonly key?: string;
  readonly price: number;
  readonly requests: number;
  readonly conversationId?: string;
  /** The first of them; noon of the day in UTC where left out, each a second after the other. */
  readonly occurredAt?: string;
}

const insertRequests = `
  insert into usage_events (id, external_id, occurred_at, day, conversation_id, skill_number, user_number,
    intake_key_id, price_ten_thousandths)
  select gen_random_uuid(), gen_random_uuid()::text, "occurredAt" + make_interval(secs => place), day,
    "conversationId", skill, "user", key, price
  from jsonb_to_recordset($1::jsonb) as r (day date, skill int, "user" int, key uuid, price bigint, requests int,
    "occurredAt" timestamptz, "conversationId" uuid), generate_series(0, requests - 1) as place`;

const rollups = [
  'delete from usage_daily',
  `insert into usage_daily (day, skill_number, price_ten_thousandths, requests)
    select day, skill_number, price_ten_thousandths, count(*) from usage_events group by 1, 2, 3`,
];

/** Enters runs into the ledger of a company, and computes its roll-up anew from all of them. */
export async function addRuns(database: Database, companyId: string, runs: readonly TestRuns[]): Promise<void> {
  const rows = runs.map((each) => ({ skill: 0, user: 0, occurredAt: `${each.day}T12:00:00Z`, ...each }));
  await database.withLedger(companyId, async (tx) => {
    await runSql(tx, insertRequests, [JSON.stringify(rows)]);
    for (const text of rollups) await runSql(tx, text);
  });
}

async function insertOne<Row extends object>(database: Database, companyId: string, text: string, values: unknown[]) {
  const rows = await database.inCompany(companyId, (tx) => runSql<Row>(tx, text, values));
  if (!rows[0]) throw new Error('the insert returned no row');
  return rows[0];
}

/** A skill of a store, with its price. */
export function addSkill(database: Database, companyId: string, name: string, price = 0) {
  const text = `insert into skills (name, service_provider, price_ten_thousandths) values ($1, 'SAP', $2) returning id`;
  return insertOne<{ id: string }>(database, companyId, text, [name, price]);
}

/** A skill as an assistant names it, perhaps mapped to one of the store. */
export function reportSkill(database: Database, companyId: string, name: string, skillId: string | null = null) {
  const text = 'insert into reported_skills (name, name_key, skill_id) values ($1, $2, $3) returning number, id';
  return insertOne<{ number: number; id: string }>(database, companyId, text, [name, randomUUID(), skillId]);
}

/** Sums the ledger itself over a month: price in ten-thousandths, and number of requests. */
export async function sumLedger(database: Database, companyId: string, month: string) {
  const { total, requests } = await insertOne<{ total: string; requests: string }>(
    database,
    companyId,
    `select coalesce(sum(price_ten_thousandths), 0) as total, count(*) as requests from usage_events
      where day >= $1::date and day < $1::date + interval '1 month'`,
    [`${month}-01`],
  );
  return { total: Number(total), requests: Number(requests) };
}
