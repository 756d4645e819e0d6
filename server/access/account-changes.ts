import { recordAccountEntry } from '../records/audit.ts';
import type { Sql } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { boolean, nullable, text, uuid } from '../sql/types.ts';
import { comeIn } from './come-in.ts';
import { hasComeIn, opensCompany, ownsAddress, toOnlyCompany } from './sign-in-rule.sql.ts';

/** In the order in which a session without a chosen company opens them (`actors.find`). */
const listConcernedStatement = systemStatement({
  text: `
    select u.company_id as "companyId", u.id as "userId", u.email, concat_ws(' ', u.first_name, u.last_name) as name,
      ${hasComeIn} as "hasComeIn",
      s.sign_in_company_id is not null or ${toOnlyCompany('public.')} or ${ownsAddress} as "isMeant"
    from public.users u join public.companies c on c.id = u.company_id join identity.accounts a on a.id = u.account_id
    cross join (select gen_random_uuid() as id, $openedFor::uuid as sign_in_company_id, $issuer::text as sign_in_issuer) s
    where u.account_id = $accountId and c.status <> 'pending' and u.deactivated_at is null
      and (not $isOfSession or ${opensCompany})
    order by ${hasComeIn} desc, ${ownsAddress} desc, u.created_at, u.company_id`,
  params: { accountId: uuid, isOfSession: boolean, openedFor: nullable(uuid), issuer: nullable(text) },
  row: { companyId: uuid, userId: uuid, email: text, name: text, hasComeIn: boolean, isMeant: boolean },
});

interface AccountChange {
  readonly accountId: string;
  /** `account.verb`. */
  readonly action: string;
  /** How the session was opened in which it happened; undefined where there is none. */
  readonly session?: { readonly companyId: string | null; readonly issuer: string | null } | undefined;
  /** The client's address. */
  readonly address?: string | null;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Records a sign-in, or that the holder of an account changed it, in the companies to which the person has come and which
 * the session opens. Where it opens none of these, a sign-in comes in to the company that the person can only mean: that of the
 * issuer, the only one of the account, or the one whose verified domain has the address. The entry has at most the network
 * address, because the change is of a secret. Runs on the system role, any search path.
 */
export async function recordAccountChange(
  sql: Sql,
  { accountId, action, session, address, requestId, now }: AccountChange,
): Promise<void> {
  const { companyId: openedFor = null, issuer = null } = session ?? {};
  const isOfSession = session !== undefined;
  const users = await sql.list(listConcernedStatement, { accountId, isOfSession, openedFor, issuer });
  const isSignIn = action === 'account.sign-in';
  for (const [place, { companyId, userId, name, email, ...user }] of users.entries()) {
    const enters = isSignIn && place === 0 && !user.hasComeIn && user.isMeant;
    if (enters) await comeIn(sql, { companyId, userId }, now);
    if (!enters && !user.hasComeIn) continue;
    await recordAccountEntry(sql, {
      companyId,
      actor: { accountId, name, email },
      action,
      entity: 'account',
      entityId: accountId,
      entityLabel: name,
      after: address === undefined || address === null ? null : { address },
      requestId,
      now,
    });
  }
}
