import { toScreenshotAddress } from '#features/skills/contract/skill-values.ts';
import { isNamedBySkill } from '#server/records/screenshot-use.sql.ts';
import type { Database } from '#server/database/open-database.ts';
import { isReadable, transcriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { array, boolean, instant, integer, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';

/** How long an uploaded screenshot waits for the first skill that names it. */
const draftMs = 24 * 60 * 60 * 1000;

const startOfDrafts = (now: Date) => new Date(now.getTime() - draftMs);

const foundFile = {
  /** Whose it is: the caller's company, or the provider where the file is a screenshot of its. */
  companyId: uuid,
  purpose: text,
  contentType: text,
  thumbnailKey: nullable(text),
  /** A screenshot that a living skill of its company names. */
  isNamed: boolean,
  /** Uploaded within the last day. */
  isNew: boolean,
};

export type FoundFile = RowOf<typeof foundFile>;

const findFileStatement = statement({
  name: 'files.find',
  text: `
    select f.company_id as "companyId", f.purpose, f.content_type as "contentType", f.thumbnail_key as "thumbnailKey",
      f.purpose = 'screenshot' and ${isNamedBySkill} as "isNamed", f.created_at > $draftsSince as "isNew"
    from files f where (f.company_id = $companyId or f.is_provided) and f.key = $key`,
  params: { prefix: text, key: text, draftsSince: instant },
  row: foundFile,
});

/** A file of the company, or a screenshot of the provider's skills. */
export function findFile(tx: CompanyTransaction, key: string, now: Date): Promise<FoundFile | undefined> {
  return tx.find(findFileStatement, { prefix: toScreenshotAddress(''), key, draftsSince: startOfDrafts(now) });
}

/** Whether a message of a conversation that the reader may read shows the file. */
export const isInReadableConversation = statement.get({
  text: `
    select exists (
      select from conversations c
      join messages m on m.company_id = $companyId and m.conversation_id = c.id and m.started_at = c.started_at
      where c.company_id = $companyId and ${isReadable('c')} and position($key in m.parts::text) > 0) as "isFound"`,
  params: { key: text, ...transcriptReader },
  row: { isFound: boolean },
});

/** The next hourly run deletes the rest. */
const batchSize = 500;

const lockUnusedStatement = systemStatement({
  text: `
    select f.company_id as "companyId", f.key from files f
    where f.purpose = 'screenshot' and f.created_at < $cutoff and not ${isNamedBySkill}
    order by f.company_id, f.key limit $limit for update skip locked`,
  params: { prefix: text, cutoff: instant, limit: integer },
  row: { companyId: uuid, key: text },
});

/* Checks again, because a skill that names the file may have been saved between reading and locking the file. */
const deleteUnusedStatement = systemStatement({
  text: `
    delete from files f using unnest($companyIds::uuid[], $keys::text[]) as seen(company_id, key)
    where f.company_id = seen.company_id and f.key = seen.key and not ${isNamedBySkill}
    returning f.company_id as "companyId", f.key, f.thumbnail_key as "thumbnailKey"`,
  params: { prefix: text, companyIds: array(uuid), keys: array(text) },
  row: { companyId: uuid, key: text, thumbnailKey: nullable(text) },
});

/**
 * Deletes screenshots that were uploaded more than a day ago and that no skill names. Answers the objects to delete from
 * storage after the commit.
 */
export function deleteUnusedScreenshots(database: Database, now: Date): Promise<{ companyId: string; key: string }[]> {
  const prefix = toScreenshotAddress('');
  return database.inSystem('screenshots.delete', async (tx) => {
    const seen = await tx.list(lockUnusedStatement, { prefix, cutoff: startOfDrafts(now), limit: batchSize });
    const rows = await tx.list(deleteUnusedStatement, {
      prefix,
      companyIds: seen.map(({ companyId }) => companyId),
      keys: seen.map(({ key }) => key),
    });
    return rows.flatMap(({ companyId, key, thumbnailKey }) =>
      [key, thumbnailKey].flatMap((each) => (each === null ? [] : [{ companyId, key: each }])),
    );
  });
}
