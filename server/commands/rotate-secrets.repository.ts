import { systemStatement } from '../sql/statement.ts';
import { bytes, uuid } from '../sql/types.ts';
import type { RowOf } from '../sql/types.ts';

const sealedPassword = { companyId: uuid, id: uuid, password: bytes };

export type SealedPassword = RowOf<typeof sealedPassword>;

export const listSealedPasswords = systemStatement.list({
  text: 'select company_id as "companyId", id, password from integrations order by company_id, id',
  row: sealedPassword,
});

/** Leaves a password alone that changed meanwhile, because it was sealed with the current key. */
export const replaceSealedPassword = systemStatement.run({
  text: `
    update integrations set password = $renewed
    where company_id = $companyId and id = $id and password = $password`,
  params: { ...sealedPassword, renewed: bytes },
});
