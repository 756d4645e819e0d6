import type { Sql } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { instant, text, uuid } from '../sql/types.ts';

export interface ExternalIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** The address in lower case, where the issuer says that it is verified. */
  readonly verifiedEmail: string | undefined;
}

const findAccountStatement = systemStatement({
  text: `
    select account_id as "accountId" from identity.external_identities where issuer = $issuer and subject = $subject`,
  params: { issuer: text, subject: text },
  row: { accountId: uuid },
});

const findVerifiedAccount = systemStatement.find({
  text: 'select id from identity.accounts where email = $email and email_verified',
  params: { email: text },
  row: { id: uuid },
});

// With values: what selects what it inserts, Citus does not plan once for all calls, as connections of actors demand.
const linkAccountStatement = systemStatement({
  text: `
    insert into identity.external_identities (issuer, subject, account_id, created_at)
    values ($issuer, $subject, $accountId, $now)
    on conflict (issuer, subject) do update set issuer = excluded.issuer
    returning account_id as "accountId"`,
  params: { issuer: text, subject: text, accountId: uuid, now: instant },
  row: { accountId: uuid },
});

/**
 * The account of another issuer's subject. A new subject is linked to the account of its verified address; without such an
 * address or account the answer is undefined.
 */
export async function findExternalAccount(
  sql: Sql,
  { issuer, subject, verifiedEmail }: ExternalIdentity,
  now: Date,
): Promise<string | undefined> {
  const known = await sql.find(findAccountStatement, { issuer, subject });
  if (known) return known.accountId;
  if (verifiedEmail === undefined) return undefined;
  const account = await findVerifiedAccount(sql, { email: verifiedEmail });
  if (!account) return undefined;
  return (await sql.get(linkAccountStatement, { issuer, subject, accountId: account.id, now })).accountId;
}
