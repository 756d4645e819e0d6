import { isReadable, transcriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import { joinSkills, skillFields } from '#domain/ledger/reported-names.sql.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, integer, nullable, text } from '#server/sql/types.ts';

/**
 * The newest messages that a reader may read, those of the newest conversation first. `parts` is JSON; null behind `$maxLength`
 * characters of all of them.
 */
export const listNewestMessages = statement.list({
  text: `
    with newest as materialized (
      select c.id, c.started_at, c.skill_number from conversations c
      where c.company_id = $companyId and ($includesTechnical or not c.technical) and c.messages > 0 and ${isReadable('c')}
      order by c.started_at desc, c.id desc limit $limit)
    select skill, case when read <= $maxLength then parts end as parts from (
      select ${skillFields.name} as skill, m.parts::text as parts,
        sum(length(m.parts::text)) over (order by c.started_at desc, c.id desc, m.sent_at desc, m.id) as read
      from newest c
      join messages m on m.company_id = $companyId and m.conversation_id = c.id and m.started_at = c.started_at
      ${joinSkills('c.skill_number')}
      order by c.started_at desc, c.id desc, m.sent_at desc, m.id limit $limit) listed`,
  params: { ...transcriptReader, includesTechnical: boolean, limit: integer, maxLength: integer },
  row: { skill: text, parts: nullable(text) },
});
