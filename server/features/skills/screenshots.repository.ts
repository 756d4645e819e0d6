import { toScreenshotAddress } from '#contract/skills/skill-values.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import { files } from '../../database/schema/files.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { isNamedBySkill } from '../../records/screenshot-use.sql.ts';

/** Sizes in bytes; `thumbnailKey` is null where the picture is small itself. */
interface StoredScreenshot {
  readonly key: string;
  readonly contentType: string;
  readonly byteLength: number;
  readonly thumbnailKey: string | null;
  readonly createdAt: Date;
}

export async function insertScreenshot(tx: Transaction, screenshot: StoredScreenshot): Promise<void> {
  await tx.insert(files).values({ ...screenshot, purpose: 'screenshot' });
}

/**
 * Those of the keys under which the company has a screenshot. They stay until the transaction ends, and nobody else
 * names or deletes them before: others wait, and housekeeping leaves locked ones alone. To be called once in a
 * transaction, since everybody locks in the same order. Locking also keeps out the provider's, which a company may see
 * and not change.
 */
export async function lockScreenshots(tx: Transaction, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const text = `select key from files where key = any($1::text[]) and purpose = 'screenshot' order by key for update`;
  const { rows } = await toExecutor(tx).query<{ key: string }>(text, [keys]);
  return new Set(rows.map(({ key }) => key));
}

const deleteUnnamedText = `
  delete from files f where f.key = any($2::text[]) and f.purpose = 'screenshot' and not ${isNamedBySkill}
  returning f.key, f.thumbnail_key as "thumbnailKey"`;

/**
 * Forgets those of the locked screenshots that no living skill of the company names any more. Answers the keys of what
 * lies in storage for them.
 */
export async function deleteUnnamedScreenshots(tx: Transaction, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await toExecutor(tx).query<Pick<StoredScreenshot, 'key' | 'thumbnailKey'>>(deleteUnnamedText, [
    toScreenshotAddress(''),
    keys,
  ]);
  return rows.flatMap(({ key, thumbnailKey }) => (thumbnailKey === null ? [key] : [key, thumbnailKey]));
}
