import { toScreenshotAddress } from '#features/skills/contract/skill-values.ts';
import { isNamedBySkill } from '#server/records/screenshot-use.sql.ts';
import { insertValues } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, instant, nullable, text, type ParamsOf } from '#server/sql/types.ts';

/** `thumbnailKey` is null where the picture itself is small. */
const screenshot = {
  key: text,
  contentType: text,
  thumbnailKey: nullable(text),
  createdAt: instant,
};

const createScreenshotStatement = statement({
  text: `insert into files ${insertValues({ ...screenshot, purpose: text })}`,
  params: { ...screenshot, purpose: text },
});

export async function createScreenshot(tx: CompanyTransaction, file: ParamsOf<typeof screenshot>): Promise<void> {
  await tx.run(createScreenshotStatement, { ...file, purpose: 'screenshot' });
}

const lockScreenshotsStatement = statement({
  text: `
    select key from files
    where company_id = $companyId and key = any($keys) and purpose = 'screenshot' order by key for update`,
  params: { keys: array(text) },
  row: { key: text },
});

/**
 * The keys under which the company itself has a screenshot. Locks them until the transaction ends, so that no other save
 * names them and retention does not delete them before. A transaction calls it once, because all lock in one order.
 */
export async function lockScreenshots(tx: CompanyTransaction, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  return new Set((await tx.list(lockScreenshotsStatement, { keys })).map(({ key }) => key));
}

const deleteUnnamedStatement = statement({
  text: `
    delete from files f
    where f.company_id = $companyId and f.key = any($keys) and f.purpose = 'screenshot' and not ${isNamedBySkill}
    returning f.key, f.thumbnail_key as "thumbnailKey"`,
  params: { keys: array(text), prefix: text },
  row: { key: text, thumbnailKey: nullable(text) },
});

/**
 * Deletes those of the locked screenshots that no undeleted skill of the company names. Answers the keys to delete from
 * storage.
 */
export async function deleteUnnamedScreenshots(tx: CompanyTransaction, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await tx.list(deleteUnnamedStatement, { keys, prefix: toScreenshotAddress('') });
  return rows.flatMap(({ key, thumbnailKey }) => (thumbnailKey === null ? [key] : [key, thumbnailKey]));
}
