import type pg from 'pg';
import type { Conversation } from './conversation.ts';
import { toMessageKey } from '../ingest/apply-batches.ts';
import type { StoredMessage } from '../ingest/apply-batches.ts';
import { toInstants, toUuids } from '../../../sql/sql-arrays.ts';

type Executor = Pick<pg.PoolClient, 'query'>;

interface ConversationRow {
  readonly id: string;
  readonly external_id: string;
  readonly started_at: Date;
  readonly day: number;
  readonly hour: number;
  readonly skill_number: number;
  readonly user_number: number;
  readonly status: number;
  readonly technical: boolean;
  readonly messages: number;
  readonly api_calls: number;
  readonly approved_at: Date | null;
  readonly reported_at: Date;
  readonly status_at: Date;
  readonly is_placeholder: boolean;
}

/* The inner selects are fenced, so that whatever the planner believes, it looks each one up, and in its own month. */
const findConversationsText = `
  select replace(t.id::text, '-', '') as id, c.*
  from unnest($2::uuid[]) as t(id)
  cross join lateral (
    select started_at from conversation_partitions where company_id = $1 and id = t.id offset 0
  ) s
  cross join lateral (
    select external_id, started_at, day - date '2000-01-01' as day, hour, skill_number, user_number, status, technical,
      messages, api_calls, approved_at, reported_at, status_at, is_placeholder
    from conversations where company_id = $1 and started_at = s.started_at and id = t.id offset 0
  ) c`;

export async function findConversations(
  executor: Executor,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, Conversation>> {
  const values = [companyId, toUuids(ids)];
  const { rows } = await executor.query<ConversationRow>({
    name: 'intake: find conversations',
    text: findConversationsText,
    values,
  });
  return new Map(rows.map((row) => [row.id, toConversation(row)]));
}

function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    externalId: row.external_id,
    startedAt: row.started_at.getTime(),
    day: row.day,
    hour: row.hour,
    skill: row.skill_number,
    user: row.user_number,
    status: row.status,
    technical: row.technical,
    messages: row.messages,
    apiCalls: row.api_calls,
    approvedAt: row.approved_at && row.approved_at.getTime(),
    reportedAt: row.reported_at.getTime(),
    statusAt: row.status_at.getTime(),
    isPlaceholder: row.is_placeholder,
  };
}

export interface MessageAddress {
  readonly conversation: Conversation;
  readonly id: string;
}

const findMessagesText = `
  select replace(t.conversation::text, '-', '') as conversation, replace(t.id::text, '-', '') as id, m.*
  from unnest($2::uuid[], $3::timestamptz[], $4::uuid[]) as t(conversation, started_at, id)
  cross join lateral (
    select sent_at, loading from messages
    where company_id = $1 and conversation_id = t.conversation and started_at = t.started_at and id = t.id offset 0
  ) m`;

export async function findMessages(
  executor: Executor,
  companyId: string,
  addresses: readonly MessageAddress[],
): Promise<Map<string, StoredMessage>> {
  if (addresses.length === 0) return new Map();
  const values = [
    companyId,
    toUuids(addresses.map(({ conversation }) => conversation.id)),
    toInstants(addresses.map(({ conversation }) => conversation.startedAt)),
    toUuids(addresses.map(({ id }) => id)),
  ];
  type Row = { conversation: string; id: string; sent_at: Date; loading: boolean };
  const { rows } = await executor.query<Row>({ name: 'intake: find messages', text: findMessagesText, values });
  return new Map(
    rows.map(({ conversation, id, sent_at: sentAt, loading }) => [
      toMessageKey(conversation, id),
      { sentAt: sentAt.getTime(), loading },
    ]),
  );
}
