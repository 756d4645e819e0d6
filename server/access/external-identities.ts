import type pg from 'pg';
import { toDatabaseError } from '../database/connection/errors.ts';

export interface ExternalIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Only an address that the issuer calls proven. */
  readonly provenEmail: string | undefined;
}

/**
 * The account of another issuer's subject. A subject seen for the first time is linked to the account of its proven
 * address; without one it is nobody.
 */
export async function findExternalAccount(
  actorPool: pg.Pool,
  { issuer, subject, provenEmail }: ExternalIdentity,
): Promise<string | undefined> {
  try {
    const known = await actorPool.query<{ account_id: string }>(
      'select account_id from identity.external_identities where issuer = $1 and subject = $2',
      [issuer, subject],
    );
    if (known.rows[0]) return known.rows[0].account_id;
    if (provenEmail === undefined) return undefined;
    const linked = await actorPool.query<{ account_id: string }>(
      `insert into identity.external_identities (issuer, subject, account_id)
       select $1, $2, id from identity.accounts where email = $3 and email_verified
       on conflict (issuer, subject) do update set issuer = excluded.issuer
       returning account_id`,
      [issuer, subject, provenEmail],
    );
    return linked.rows[0]?.account_id;
  } catch (error) {
    throw toDatabaseError(error);
  }
}
