import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';

/** The two large tables without months, security, further indexes and everything that is counted. */
export const bareTables = `
  create schema if not exists bench;
  drop table if exists bench.conversations, bench.messages;
  create table bench.conversations (
    company_id uuid not null, started_at timestamptz(3) not null, id uuid not null, external_id text not null,
    day date not null, hour smallint not null, skill_number integer not null, user_number integer not null,
    status smallint not null, technical boolean not null, messages integer not null, api_calls integer not null,
    approved_at timestamptz(3), reported_at timestamptz(3) not null, status_at timestamptz(3) not null,
    is_placeholder boolean not null, primary key (company_id, started_at, id)
  );
  create table bench.messages (
    company_id uuid not null, conversation_id uuid not null, started_at timestamptz(3) not null, id uuid not null,
    external_id text not null, sent_at timestamptz(3) not null, position smallint not null,
    is_assistant boolean not null, author text not null, loading boolean not null, hide boolean not null,
    parts jsonb not null,
    primary key (company_id, conversation_id, started_at, id)
  );`;

const companyId = '00000000-0000-4000-8000-000000000001';

/** The same rows as INSERT statements with lists of values, into tables without further rules. */
export function toBareInserts(conversations: readonly IntakeConversation[]): pg.QueryConfig[] {
  const rows = conversations.map((conversation) => toConversationRow(conversation));
  const messages = conversations.flatMap(toMessageRows);
  return [toInsert('conversations', rows), toInsert('messages', messages)];
}

function toInsert(table: string, rows: readonly unknown[][]): pg.QueryConfig {
  const width = rows[0]?.length ?? 0;
  const tuples = rows.map((row, index) => `(${row.map((_, place) => `$${index * width + place + 1}`).join(',')})`);
  return { text: `insert into bench.${table} values ${tuples.join(',')}`, values: rows.flat() };
}

function toConversationRow({ id, date, reportedAt = date, apiCalls = 0, messages = [] }: IntakeConversation) {
  const day = date.slice(0, 10);
  const numbers = [Number(date.slice(11, 13)), 7, 400, 1, false, messages.length, apiCalls];
  return [companyId, date, toUuid(id), id, day, ...numbers, null, reportedAt, reportedAt, false];
}

function toMessageRows({ id, date, messages = [] }: IntakeConversation): unknown[][] {
  return messages.map((message, position) => [
    companyId,
    toUuid(id),
    date,
    toUuid(message.id),
    message.id,
    message.date,
    position,
    message.isAssistant,
    message.author,
    false,
    false,
    JSON.stringify(message.data),
  ]);
}

const toUuid = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
