import { eq } from 'drizzle-orm';
import type { Transaction } from '../../database/transactions.ts';
import { files } from '../../database/schema/files.ts';

export async function findFile(tx: Transaction, key: string): Promise<{ contentType: string } | undefined> {
  const [file] = await tx.select({ contentType: files.contentType }).from(files).where(eq(files.key, key));
  return file;
}
