import type { MessagePart } from '#contract/conversations/message-parts.ts';
import { setCreatedAt } from '#server/database/testing/builders.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestPortal } from '#server/testing/test-portal.ts';

export interface StoredConversation {
  readonly id: string;
  readonly startedAt: string;
  readonly status: string;
  readonly skill: string | null;
  readonly user: string | null;
  readonly messages: number;
  readonly apiCalls: number;
  readonly texts: readonly string[];
  readonly parts: ReadonlyArray<readonly MessagePart[]>;
  readonly requests: ReadonlyArray<{ readonly id: string; readonly skill: string | null }>;
}

const text = `
  select c.external_id as id, to_char(c.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt",
    (array['Completed', 'Processing', 'Failed', 'Escaped', 'Error'])[c.status] as status,
    (select s.name from reported_skills s where s.number = c.skill_number) as skill,
    (select string_agg(k.key, ' ' order by k.key) from reported_user_keys k where k.number = c.user_number) as user,
    c.messages, c.api_calls as "apiCalls",
    coalesce((select json_agg(m.parts order by m.sent_at, m.id) from messages m where m.conversation_id = c.id), '[]') as parts,
    coalesce((select jsonb_agg(jsonb_build_object('id', r.external_id, 'skill',
        (select s.name from reported_skills s where s.number = r.skill_number)) order by r.occurred_at, r.external_id)
      from usage_events r where r.conversation_id = c.id), '[]') as requests
  from conversations c order by c.started_at, c.external_id`;

/** Reads a company's conversations from the database. */
export async function readStored(portal: TestPortal, companyId: string): Promise<StoredConversation[]> {
  const rows = await portal.database.withLedger(companyId, (tx) => runSql<Omit<StoredConversation, 'texts'>>(tx, text));
  return rows.map((row) => ({ ...row, texts: row.parts.map(toText) }));
}

function toText(parts: readonly MessagePart[]): string {
  return parts.map((part) => (part.type === 'text' ? String(part.value) : part.type)).join(' | ');
}

/** A company with a key for its assistant. */
export async function makeSender(portal: TestPortal): Promise<{ companyId: string; key: string }> {
  const { id, superAdmin } = await portal.makeCompany();
  await setCreatedAt(portal.database, id, '2026-01-01');
  const { body } = await portal.call('/intake/keys', { as: superAdmin, body: { name: 'An assistant' } });
  return { companyId: id, key: (body as { secret: string }).secret };
}
