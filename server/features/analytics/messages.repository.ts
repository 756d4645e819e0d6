import { isReadable } from '../../ledger/transcript-readers.sql.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement } from '../../sql/statement.ts';
import { boolean, instant, json, nullable, text, uuid } from '../../sql/types.ts';
import type { RowOf } from '../../sql/types.ts';
import { conversationQuery } from './log-rows.repository.ts';
import type { ConversationQuery } from './log-rows.repository.ts';

const message = {
  id: uuid,
  isAssistant: boolean,
  author: text,
  sentAt: instant,
  loading: boolean,
  hide: boolean,
  parts: json<unknown>(),
};

export type StoredMessage = RowOf<typeof message>;

/*
 * The start of the conversation limits the read to one partition. A conversation without messages is one row of nulls.
 * Messages of the same millisecond keep their order in the report; without one, questions come before answers.
 */
const listMessagesStatement = statement({
  name: 'analytics.messages',
  text: `
    select m.id, m.is_assistant as "isAssistant", m.author, m.sent_at as "sentAt", m.loading, m.hide, m.parts
    from conversation_partitions s
    join conversations c on c.company_id = s.company_id and c.started_at = s.started_at and c.id = s.id
    left join messages m
      on m.company_id = s.company_id and m.conversation_id = s.id and m.started_at = s.started_at
    where s.company_id = $companyId and s.id = $id and ($includesTechnical or not c.technical) and ${isReadable('c')}
    order by m.sent_at, m.position, m.is_assistant, m.external_id, m.id`,
  params: conversationQuery,
  row: { ...message, id: nullable(uuid) },
});

/** The messages of a conversation, oldest first; undefined where there is no such conversation. */
export async function findMessages(
  tx: CompanyTransaction,
  query: ConversationQuery,
): Promise<StoredMessage[] | undefined> {
  const rows = await tx.list(listMessagesStatement, query);
  return rows.length === 0 ? undefined : rows.filter((row): row is StoredMessage => row.id !== null);
}
