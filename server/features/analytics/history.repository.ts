import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

export interface StoredMessage {
  readonly id: string;
  readonly isAssistant: boolean;
  readonly author: string;
  readonly sentAt: Date;
  readonly loading: boolean;
  readonly hide: boolean;
  readonly parts: unknown;
}

/*
 * The start tells the one month to look into. A conversation without messages is one row without an id. Messages of
 * the same millisecond stand as they were reported; alone, a question stands before its answer.
 */
const text = `
  select m.id, m.is_assistant as "isAssistant", m.author, m.sent_at as "sentAt", m.loading, m.hide, m.parts
  from conversation_partitions s
  join conversations c on c.started_at = s.started_at and c.id = s.id
  left join messages m on m.conversation_id = s.id and m.started_at = s.started_at
  where s.id = $1 and ($2 or not c.technical)
  order by m.sent_at, m.position, m.is_assistant, m.external_id, m.id`;

/** The messages of a conversation, oldest first; undefined where there is no such conversation. */
export async function findMessages(
  tx: Transaction,
  id: string,
  includesTechnical: boolean,
): Promise<StoredMessage[] | undefined> {
  const { rows } = await toExecutor(tx).query<Partial<StoredMessage>>({
    name: 'conversation messages',
    text,
    values: [id, includesTechnical],
  });
  return rows.length === 0 ? undefined : rows.filter((row): row is StoredMessage => row.id != null);
}
