import type { Transaction } from '../../../database/connection/transactions.ts';
import { files } from '../../../database/schema/files.ts';

export interface StoredPicture {
  readonly key: string;
  readonly contentType: string;
  readonly byteLength: number;
}

export async function insertPicture(tx: Transaction, picture: StoredPicture): Promise<void> {
  await tx.insert(files).values({ ...picture, purpose: 'conversation' });
}
