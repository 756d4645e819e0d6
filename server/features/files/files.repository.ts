import { eq } from 'drizzle-orm';
import type { Transaction } from '../../database/transactions.ts';
import { files } from '../../database/schema/files.ts';

interface FoundFile {
  /** Whose it is: the caller's company, or the provider where the file is of one of its skills. */
  readonly companyId: string;
  readonly contentType: string;
  readonly thumbnailKey: string | null;
}

export async function findFile(tx: Transaction, key: string): Promise<FoundFile | undefined> {
  const { companyId, contentType, thumbnailKey } = files;
  const [file] = await tx.select({ companyId, contentType, thumbnailKey }).from(files).where(eq(files.key, key));
  return file;
}
