import { Problem } from '../lib/request/problem.ts';
import type { Actor } from '../lib/request/actor.ts';
import type { Sql } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { boolean, nullable, uuid } from '../sql/types.ts';
import { hasComeIn, opensCompany, ownsAddress } from './sign-in-rule.sql.ts';

/** Limits on what a session may change of its account, which all companies of the account share. */
export interface AccountReach {
  /** The session of a company's issuer, of an account that has come in to others too: it changes nothing of the account. */
  readonly isOfOneCompany: boolean;
  /** `own`: the address is of a verified domain of a company that the session opens, `other`: of one that it does not. */
  readonly addressOf: 'own' | 'other' | 'none';
}

const membership = `
  from public.users u join identity.accounts a on a.id = u.account_id
  left join identity.sessions s on s.id = $sessionId and s.account_id = u.account_id
  where u.account_id = $accountId and u.deactivated_at is null`;

const getReachStatement = systemStatement({
  text: `
    select
      exists (select ${membership} and s.sign_in_company_id <> u.company_id and ${hasComeIn}) as "isOfOneCompany",
      exists (select ${membership} and ${ownsAddress} and ${opensCompany}) as "isOwn",
      exists (select ${membership} and ${ownsAddress} and not ${opensCompany}) as "isOthers"`,
  params: { accountId: uuid, sessionId: nullable(uuid) },
  row: { isOfOneCompany: boolean, isOwn: boolean, isOthers: boolean },
});

type Caller = Pick<Actor, 'accountId' | 'sessionId'>;

/** Runs on the system role, any search path. */
export async function getAccountReach(sql: Sql, { accountId, sessionId }: Caller): Promise<AccountReach> {
  const { isOfOneCompany, isOwn, isOthers } = await sql.get(getReachStatement, { accountId, sessionId });
  return { isOfOneCompany, addressOf: isOwn ? 'own' : isOthers ? 'other' : 'none' };
}

/** Whether the session may change the address: that of a verified domain in a session of its company alone. */
export const canChangeAddress = ({ isOfOneCompany, addressOf }: AccountReach): boolean =>
  addressOf === 'own' || (addressOf === 'none' && !isOfOneCompany);

/** @throws Problem `session.of-one-company` */
export function allowAccountChange({ isOfOneCompany }: AccountReach): void {
  if (isOfOneCompany) throw new Problem('session.of-one-company');
}

/** @throws Problem `session.address-of-company`, `session.of-one-company` */
export function allowAddressChange(reach: AccountReach): void {
  if (canChangeAddress(reach)) return;
  throw new Problem(reach.addressOf === 'other' ? 'session.address-of-company' : 'session.of-one-company');
}
