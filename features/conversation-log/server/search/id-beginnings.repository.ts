import { isReadable, transcriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, text, uuid } from '#server/sql/types.ts';

/** No index holds the senders' ids, so that a beginning is looked for among the newest conversations alone. */
const newest = 20_000;
/** More of them are no one's. */
const mostFound = 20;

/** The newest conversations whose sender's id begins like this, as the actor may read them. */
export const listIdBeginnings = statement.list({
  text: `
    select newest.id, newest.external_id as "externalId" from (
      select c.id, c.external_id from conversations c
      where c.company_id = $companyId and not c.is_placeholder and ($includesTechnical or not c.technical)
        and ${isReadable('c')}
      order by c.started_at desc limit ${newest}) newest
    where starts_with(newest.external_id, $beginning) limit ${mostFound}`,
  params: { beginning: text, includesTechnical: boolean, ...transcriptReader },
  row: { id: uuid, externalId: text },
});
