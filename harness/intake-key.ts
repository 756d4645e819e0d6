import { randomBytes } from 'node:crypto';
import { intakeKeyPrefix } from '#features/intake/contract/intake-keys.ts';
import { hashIntakeKey } from '../server/access/intake-callers.ts';
import { withOwner } from './database.ts';
import type { Portal } from './portal.ts';

/** Makes an intake key, and its company where there is none of the name; answers its secret. Names of keys are unique in a company. */
export async function makeIntakeKey(portal: Portal, company: string, name = 'Bench'): Promise<string> {
  const secret = `${intakeKeyPrefix}${randomBytes(32).toString('base64url')}`;
  await withOwner(portal, async (client) => {
    await client.query(
      `with known as (select id from companies where name = $2),
          made as (insert into companies (name, billed_since) select $2, '2020-01-01' where not exists (select from known) returning id),
          company as (select id from known union all select id from made)
        insert into intake_keys (company_id, name, hint, secret_hash, created_by)
        select id, $3, 'bench', $1, 'bench' from company`,
      [hashIntakeKey(secret), company, name],
    );
  });
  return secret;
}
