import type pg from 'pg';
import type { Changes, ConversationChange } from '../ingest/apply-batches.ts';
import {
  toBooleans,
  toDates,
  toInstants,
  toIntegers,
  toJsons,
  toSmallints,
  toTexts,
  toUuids,
} from '../../../sql/sql-arrays.ts';

type Executor = Pick<pg.PoolClient, 'query'>;

/* Under the lock it is known what is there already: without a clause for conflicts, new rows cost half as much. */

const insertStartsText = `
  insert into conversation_partitions (company_id, id, started_at)
  select $1, * from unnest($2::uuid[], $3::timestamptz[])`;

const replaceStartsText = `${insertStartsText}
  on conflict (company_id, id) do update set started_at = excluded.started_at`;

const insertConversationsText = `
  insert into conversations (company_id, id, external_id, started_at, day, hour, skill_number, user_number, status,
    technical, messages, api_calls, approved_at, reported_at, status_at, is_placeholder)
  select $1, * from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::date[], $6::int2[], $7::int4[], $8::int4[],
    $9::int2[], $10::bool[], $11::int4[], $12::int4[], $13::timestamptz[], $14::timestamptz[], $15::timestamptz[],
    $16::bool[])`;

const replaceConversationsText = `${insertConversationsText}
  on conflict (company_id, started_at, id) do update set
    day = excluded.day, hour = excluded.hour, skill_number = excluded.skill_number,
    user_number = excluded.user_number, status = excluded.status, technical = excluded.technical,
    messages = excluded.messages, api_calls = excluded.api_calls, approved_at = excluded.approved_at,
    reported_at = excluded.reported_at, status_at = excluded.status_at, is_placeholder = excluded.is_placeholder`;

/** Those that start anew, and those of which anything changed. */
export async function writeConversations(
  executor: Executor,
  companyId: string,
  { conversations }: Pick<Changes, 'conversations'>,
): Promise<void> {
  const written = conversations.filter(({ after }) => after !== undefined);
  const added = written.filter(({ before }) => before === undefined);
  await Promise.all([
    writeRows(executor, companyId, added),
    writeRows(
      executor,
      companyId,
      written.filter(({ before }) => before !== undefined),
      'again',
    ),
  ]);
}

async function writeRows(
  executor: Executor,
  companyId: string,
  changes: readonly ConversationChange[],
  again?: 'again',
) {
  const rows = changes.flatMap(({ after }) => after ?? []);
  if (rows.length === 0) return;
  const started = changes.flatMap(({ before, after }) =>
    after && before?.startedAt !== after.startedAt ? [after] : [],
  );
  const starts = [toUuids(started.map(({ id }) => id)), toInstants(started.map(({ startedAt }) => startedAt))];
  const values = [
    toUuids(rows.map(({ id }) => id)),
    toTexts(rows.map(({ externalId }) => externalId)),
    toInstants(rows.map(({ startedAt }) => startedAt)),
    toDates(rows.map(({ day }) => day)),
    toSmallints(rows.map(({ hour }) => hour)),
    toIntegers(rows.map(({ skill }) => skill)),
    toIntegers(rows.map(({ user }) => user)),
    toSmallints(rows.map(({ status }) => status)),
    toBooleans(rows.map(({ technical }) => technical)),
    toIntegers(rows.map(({ messages }) => messages)),
    toIntegers(rows.map(({ apiCalls }) => apiCalls)),
    toInstants(rows.map(({ approvedAt }) => approvedAt)),
    toInstants(rows.map(({ reportedAt }) => reportedAt)),
    toInstants(rows.map(({ statusAt }) => statusAt)),
    toBooleans(rows.map(({ isPlaceholder }) => isPlaceholder)),
  ];
  await Promise.all([
    executor.query({
      name: again ? 'intake: starts again' : 'intake: starts',
      text: again ? replaceStartsText : insertStartsText,
      values: [companyId, ...starts],
    }),
    executor.query({
      name: again ? 'intake: conversations again' : 'intake: conversations',
      text: again ? replaceConversationsText : insertConversationsText,
      values: [companyId, ...values],
    }),
  ]);
}

const insertMessagesText = `
  insert into messages (company_id, conversation_id, started_at, id, external_id, sent_at, position, is_assistant,
    author, loading, hide, parts)
  select $1, * from unnest($2::uuid[], $3::timestamptz[], $4::uuid[], $5::text[], $6::timestamptz[], $7::int2[],
    $8::bool[], $9::text[], $10::bool[], $11::bool[], $12::jsonb[])`;

const replaceMessagesText = `${insertMessagesText}
  on conflict (company_id, conversation_id, started_at, id) do update set
    sent_at = excluded.sent_at, position = excluded.position, is_assistant = excluded.is_assistant, author = excluded.author,
    loading = excluded.loading, hide = excluded.hide, parts = excluded.parts`;

/** New messages, and those that replace what was stored under their id. */
export async function writeMessages(
  executor: Executor,
  companyId: string,
  { messages }: Pick<Changes, 'messages'>,
): Promise<void> {
  await Promise.all([
    writeMessageRows(
      executor,
      companyId,
      messages.filter(({ isNew }) => isNew),
    ),
    writeMessageRows(
      executor,
      companyId,
      messages.filter(({ isNew }) => !isNew),
      'again',
    ),
  ]);
}

async function writeMessageRows(executor: Executor, companyId: string, messages: Changes['messages'], again?: 'again') {
  if (messages.length === 0) return;
  const rows = messages.map(({ message }) => message);
  const values = [
    toUuids(rows.map(({ conversation }) => conversation)),
    toInstants(messages.map(({ startedAt }) => startedAt)),
    toUuids(rows.map(({ id }) => id)),
    toTexts(rows.map(({ externalId }) => externalId)),
    toInstants(rows.map(({ sentAt }) => sentAt)),
    toSmallints(rows.map(({ position }) => position)),
    toBooleans(rows.map(({ isAssistant }) => isAssistant)),
    toTexts(rows.map(({ author }) => author)),
    toBooleans(rows.map(({ loading }) => loading)),
    toBooleans(rows.map(({ hide }) => hide)),
    toJsons(rows.map(({ parts }) => parts)),
  ];
  await executor.query({
    name: again ? 'intake: messages again' : 'intake: messages',
    text: again ? replaceMessagesText : insertMessagesText,
    values: [companyId, ...values],
  });
}
