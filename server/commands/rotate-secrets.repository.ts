import type { SystemTransaction } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { bytes, uuid } from '../sql/types.ts';
import type { RowOf } from '../sql/types.ts';

const sealedPassword = { companyId: uuid, id: uuid, password: bytes };

export type SealedPassword = RowOf<typeof sealedPassword>;

const listSealedPasswordsStatement = systemStatement({
  text: 'select company_id as "companyId", id, password from integrations order by company_id, id',
  row: sealedPassword,
});

export function listSealedPasswords(tx: SystemTransaction): Promise<SealedPassword[]> {
  return tx.list(listSealedPasswordsStatement);
}

const replaceSealedPasswordStatement = systemStatement({
  text: `
    update integrations set password = $renewed
    where company_id = $companyId and id = $id and password = $password`,
  params: { ...sealedPassword, renewed: bytes },
});

/** Leaves a password alone that changed meanwhile, because it was sealed with the current key. */
export async function replaceSealedPassword(
  tx: SystemTransaction,
  sealed: SealedPassword,
  renewed: Buffer,
): Promise<void> {
  await tx.run(replaceSealedPasswordStatement, { ...sealed, renewed });
}
