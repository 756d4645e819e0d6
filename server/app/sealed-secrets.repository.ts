import { systemStatement } from '../sql/statement.ts';
import { bytes, uuid, type RowOf } from '../sql/types.ts';

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

const sealedClientSecret = { companyId: uuid, secret: bytes };

/** The client secrets of sign-in issuers. */
export const listSealedClientSecrets = systemStatement.list({
  text: `
    select company_id as "companyId", coalesce(client_secret, '') as secret from sign_in_providers
    where client_secret is not null order by company_id`,
  row: sealedClientSecret,
});

/** Leaves a secret alone that changed meanwhile, because it was sealed with the current key. */
export const replaceSealedClientSecret = systemStatement.run({
  text: `
    update sign_in_providers set client_secret = $renewed where company_id = $companyId and client_secret = $secret`,
  params: { ...sealedClientSecret, renewed: bytes },
});
