import { toExecutor } from '../../database/executor.ts';
import { files } from '../../database/schema/files.ts';
import type { Transaction } from '../../database/transactions.ts';

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
 * Those of the keys under which the company has a screenshot. They stay until the transaction ends: housekeeping leaves
 * locked ones alone. Locking also keeps out the provider's, which a company may see and not change.
 */
export async function lockScreenshots(tx: Transaction, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const text = `select key from files where key = any($1::text[]) and purpose = 'screenshot' order by key for key share`;
  const { rows } = await toExecutor(tx).query<{ key: string }>(text, [keys]);
  return new Set(rows.map(({ key }) => key));
}
