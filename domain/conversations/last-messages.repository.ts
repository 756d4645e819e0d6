import { instants, rowArrays, uuids } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import type { Conversation } from './conversation.ts';

/*
 * The newest message that is shown and complete, of each conversation. It is known from each report as it comes in; read again
 * where the message itself is hidden later, and for conversations of earlier releases.
 */

/** Selects it of the conversations of `condition` on `messages`; those without one are missing. */
export const lastMessagesOf = (condition: string) => `
  select distinct on (conversation_id) conversation_id as id, started_at, sent_at as last_message_at,
    not is_assistant as awaits_answer
  from messages where ${condition} and not hide and not loading
  order by conversation_id, sent_at desc, is_assistant desc`;

const places = rowArrays({ id: uuids, startedAt: instants });

const recountStatement = statement({
  name: 'intake.recount-last-messages',
  text: `
    update conversations c set last_message_at = l.last_message_at, awaits_answer = coalesce(l.awaits_answer, false)
    from ${places.rows}
    left join lateral (
      select m.sent_at as last_message_at, not m.is_assistant as awaits_answer
      from messages m
      where m.company_id = $companyId and m.conversation_id = t.id and m.started_at = t.started_at
        and not m.hide and not m.loading
      order by m.sent_at desc, m.is_assistant desc limit 1) l on true
    where c.company_id = $companyId and c.started_at = t.started_at and c.id = t.id`,
  params: places.params,
});

/** Reads the last messages of these conversations again, after their messages were written. */
export async function recountLastMessages(
  tx: CompanyTransaction,
  conversations: readonly Conversation[],
): Promise<void> {
  if (conversations.length > 0) await tx.run(recountStatement, places.encode(conversations));
}
