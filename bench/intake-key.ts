import { randomBytes } from 'node:crypto';
import { intakeKeyPrefix } from '#contract/intake/intake-keys.ts';
import { hashIntakeKey } from '../server/access/intake-callers.ts';
import { withOwner } from './database.ts';
import type { Portal } from './portal.ts';

/** Makes a company with an intake key; answers its secret. */
export async function makeIntakeKey(portal: Portal, company: string): Promise<string> {
  const secret = `${intakeKeyPrefix}${randomBytes(32).toString('base64url')}`;
  await withOwner(portal, async (client) => {
    await client.query(
      `with company as (insert into companies (name) values ($2) returning id)
        insert into intake_keys (company_id, name, hint, secret_hash, created_by)
        select id, 'Bench', 'bench', $1, 'bench' from company`,
      [hashIntakeKey(secret), company],
    );
  });
  return secret;
}
