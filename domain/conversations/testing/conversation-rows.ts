import { hash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { conversationStatuses, type ConversationStatus } from '#contract/conversations/conversations.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { Database } from '#server/database/open-database.ts';

/** A conversation as a test thinks of it; numbers are those of `reportSkill` and `reportUser`. */
export interface TestConversation {
  readonly startedAt: string;
  readonly id?: string;
  readonly skill?: number;
  readonly user?: number;
  readonly status?: ConversationStatus;
  readonly technical?: boolean;
  readonly messages?: number;
  readonly apiCalls?: number;
  readonly approvedAt?: string;
  /** Billed runs, at the start of the conversation. */
  readonly requests?: number;
}

interface Reported {
  readonly number: number;
  readonly id: string;
}

async function insertOne(database: Database, companyId: string, text: string, values: unknown[]): Promise<Reported> {
  const rows = await database.inCompany(companyId, (tx) => runSql<Reported>(tx, text, values));
  if (!rows[0]) throw new Error('the insert returned no row');
  return rows[0];
}

/** A skill as an assistant names it, perhaps mapped to one of the store. */
export function reportSkill(database: Database, companyId: string, name: string, skillId?: string) {
  const text = `insert into reported_skills (name, name_key, skill_id) values ($1, lower($1), $2) returning number, id`;
  return insertOne(database, companyId, text, [name, skillId ?? null]);
}

export function addSkill(database: Database, companyId: string, name: string): Promise<{ id: string }> {
  const text = `insert into skills (name, service_provider) values ($1, 'SAP') returning id`;
  return insertOne(database, companyId, text, [name]);
}

interface ReportedPerson {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly userId?: string;
}

/** A user as an assistant names them, perhaps mapped to one of the company. */
export function reportUser(database: Database, companyId: string, person: ReportedPerson = {}) {
  const { firstName = '', lastName = '', email = null, userId = null } = person;
  const text = `insert into reported_users (first_name, last_name, email, user_id) values ($1, $2, $3, $4)
    returning number, id`;
  return insertOne(database, companyId, text, [firstName, lastName, email, userId]);
}

/** Makes an id as the intake does: half of a hash, without the version of a UUID. */
const makeConversationId = () =>
  hash('sha256', randomUUID(), 'hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** Ids as the company's readers see them, of stored ones. */
export const showAll = async (database: Database, companyId: string, ids: readonly string[]): Promise<string[]> =>
  (await database.auditChain.getShownIds(companyId)).showAll(ids);

/** Adds conversations with their billed runs, and computes the roll-ups of the company anew. Answers the stored ids. */
export async function addConversations(
  database: Database,
  companyId: string,
  conversations: readonly TestConversation[],
): Promise<string[]> {
  const rows = conversations.map(toRow);
  const months = [...new Set(rows.map(({ started_at: startedAt }) => startedAt.slice(0, 7)))];
  await makePartitions(database.ownerUrl, months);
  await database.withLedger(companyId, async (tx) => {
    await runSql(tx, insertText, [JSON.stringify(rows)]);
    await runSql(tx, requestsText, [JSON.stringify(rows)]);
    for (const text of rollupTexts) await runSql(tx, text);
  });
  return rows.map(({ id }) => id);
}

function toRow(conversation: TestConversation) {
  const { skill = 0, user = 0, status = 'Completed', technical = false, messages = 1, apiCalls = 0 } = conversation;
  return {
    id: conversation.id ?? makeConversationId(),
    started_at: new Date(conversation.startedAt).toISOString(),
    skill_number: skill,
    user_number: user,
    status: conversationStatuses.indexOf(status) + 1,
    technical,
    messages,
    api_calls: apiCalls,
    approved_at: conversation.approvedAt ?? null,
    requests: conversation.requests ?? 0,
  };
}

/** Also months for which the intake would make none. */
async function makePartitions(ownerUrl: string, months: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const month of months) {
      for (const parent of ['conversations', 'messages']) {
        const first = `${month}-01`;
        await client.query(`create table if not exists ${parent}_${month.replace('-', '_')} partition of ${parent}
          for values from ('${first}T00:00:00Z') to ('${addMonth(month)}-01T00:00:00Z')`);
      }
    }
  } finally {
    await client.end();
  }
}

const addMonth = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1)).toISOString().slice(0, 7);

/** The time of a row on the clocks of the company. */
const clockTime = (column: string) =>
  `(${column} at time zone (select time_zone from companies
    where id = current_setting('app.company_id')::uuid))`;

const insertText = `
  with added as (
    insert into conversations (started_at, id, external_id, day, hour, skill_number, user_number, status, technical,
      messages, api_calls, approved_at, reported_at, status_at)
    select started_at, id, id::text, ${clockTime('started_at')}::date,
      extract(hour from ${clockTime('started_at')}), skill_number, user_number, status, technical, messages, api_calls,
      approved_at, started_at, started_at
    from jsonb_to_recordset($1::jsonb) as r (id uuid, started_at timestamptz, skill_number int, user_number int,
      status int, technical boolean, messages int, api_calls int, approved_at timestamptz)
    returning id, started_at)
  insert into conversation_partitions (id, started_at) select id, started_at from added`;

const requestsText = `
  insert into usage_events (id, external_id, occurred_at, day, conversation_id, skill_number, user_number,
    price_ten_thousandths)
  select gen_random_uuid(), gen_random_uuid()::text, started_at, ${clockTime('started_at')}::date, id, skill_number,
    user_number, 12500
  from jsonb_to_recordset($1::jsonb) as r (id uuid, started_at timestamptz, skill_number int, user_number int,
    requests int), generate_series(1, requests)`;

const counts = 'count(*), sum(messages)';
const byStatus = [1, 2, 3, 4, 5].map((status) => `count(*) filter (where status = ${status})`).join(', ');
const month = `date_trunc('month', day)::date`;

const rollupTexts = [
  ...[
    'skill_daily_stats',
    'skill_monthly_stats',
    'user_daily_stats',
    'user_monthly_stats',
    'hourly_stats',
    'usage_daily',
  ].map((table) => `delete from ${table}`),
  `insert into skill_daily_stats (day, skill_number, status, technical, conversations, messages, api_calls)
    select day, skill_number, status, technical, ${counts}, sum(api_calls) from conversations group by 1, 2, 3, 4`,
  `insert into skill_monthly_stats (month, skill_number, status, technical, conversations, messages, api_calls)
    select ${month}, skill_number, status, technical, ${counts}, sum(api_calls) from conversations group by 1, 2, 3, 4`,
  `insert into user_daily_stats (day, user_number, technical, messages, completed, processing, failed, escaped, error)
    select day, user_number, technical, sum(messages), ${byStatus} from conversations group by 1, 2, 3`,
  `insert into user_monthly_stats (month, user_number, technical, messages, completed, processing, failed, escaped, error,
      days)
    select ${month}, user_number, technical, sum(messages), ${byStatus}, bit_or(1 << (extract(day from day)::int - 1))
    from conversations group by 1, 2, 3`,
  `insert into hourly_stats (day, hour, technical, conversations, messages)
    select day, hour, technical, ${counts} from conversations group by 1, 2, 3`,
  `insert into usage_daily (day, skill_number, price_ten_thousandths, requests)
    select day, skill_number, price_ten_thousandths, count(*) from usage_events group by 1, 2, 3`,
];
