import { toExecutor } from '../database/connection/executor.ts';
import type { Transaction } from '../database/connection/transactions.ts';

export interface SealedPassword {
  readonly companyId: string;
  readonly id: string;
  readonly password: Buffer;
}

export async function listSealedPasswords(tx: Transaction): Promise<SealedPassword[]> {
  const text = 'select company_id as "companyId", id, password from integrations order by company_id, id';
  return (await toExecutor(tx).query<SealedPassword>(text)).rows;
}

/** Leaves alone what somebody has changed in the meantime: it was sealed with the present key. */
export async function replaceSealedPassword(
  tx: Transaction,
  { companyId, id, password }: SealedPassword,
  renewed: Buffer,
): Promise<void> {
  const text = 'update integrations set password = $4 where company_id = $1 and id = $2 and password = $3';
  await toExecutor(tx).query(text, [companyId, id, password, renewed]);
}
