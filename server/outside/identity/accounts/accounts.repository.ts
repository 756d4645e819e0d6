import type { Sql } from '../../../sql/sql.ts';
import { systemStatement } from '../../../sql/statement.ts';
import { boolean, instant, integer, nullable, text, uuid, type ParamsOf, type RowOf } from '../../../sql/types.ts';

const account = {
  id: uuid,
  email: text,
  name: text,
  isVerified: boolean,
  hasTwoFactor: boolean,
  mustChangePassword: boolean,
  pendingEmail: nullable(text),
  signUps: integer,
  /** When a temporary password expires; null for one that does not, and for others. */
  temporaryUntil: nullable(instant),
  passwordHash: text,
};

export type AccountRow = RowOf<typeof account>;

const selectAccount = `
  select a.id, a.email, a.name, a.email_verified as "isVerified", a.two_factor_enabled as "hasTwoFactor",
    a.must_change_password as "mustChangePassword", a.pending_email as "pendingEmail", a.sign_ups as "signUps",
    a.temporary_until as "temporaryUntil",
    coalesce(c.password, '') as "passwordHash"
  from identity.accounts a
  left join identity.credentials c on c.account_id = a.id and c.provider_id = 'credential'`;

export const findAccountByEmail = systemStatement.find({
  text: `${selectAccount} where a.email = $email`,
  params: { email: text },
  row: account,
});

export const findAccount = systemStatement.find({
  text: `${selectAccount} where a.id = $accountId`,
  params: { accountId: uuid },
  row: account,
});

const newAccount = { email: text, name: text, passwordHash: text };
const changed = { accountId: uuid, now: instant };

export type NewAccount = ParamsOf<typeof newAccount>;

const createAccountStatement = systemStatement({
  text: `
    with created as (
      insert into identity.accounts (email, name, email_verified, created_at, updated_at)
      values ($email, $name, $isVerified, $now, $now) on conflict (email) do nothing returning id
    )
    insert into identity.credentials
      (account_id, provider_id, provider_account_id, password, created_at, updated_at)
    select id, 'credential', id::text, $passwordHash, $now, $now from created returning account_id as "accountId"`,
  params: { ...newAccount, isVerified: boolean, now: instant },
  row: { accountId: uuid },
});

/** Answers the account's id; undefined where the address is taken. */
export async function createAccount(
  sql: Sql,
  values: NewAccount & { readonly isVerified: boolean },
  now: Date,
): Promise<string | undefined> {
  return (await sql.find(createAccountStatement, { ...values, now }))?.accountId;
}

const replaceUnprovenAccountStatement = systemStatement({
  text: `
    update identity.accounts set name = $name, sign_ups = sign_ups + 1, updated_at = $now
    where email = $email and not email_verified returning id`,
  params: { email: text, name: text, now: instant },
  row: { id: uuid },
});

/** The newest sign-up of an unproven address decides the password. Undefined where the address is proven by now. */
export async function replaceUnprovenAccount(
  sql: Sql,
  { email, name, passwordHash }: NewAccount,
  now: Date,
): Promise<string | undefined> {
  const replaced = await sql.find(replaceUnprovenAccountStatement, { email, name, now });
  if (!replaced) return undefined;
  await updatePassword(sql, { accountId: replaced.id, passwordHash, now });
  return replaced.id;
}

const lockPasswordStatement = systemStatement({
  text: `
    select password from identity.credentials
    where account_id = $accountId and provider_id = 'credential' for share`,
  params: { accountId: uuid },
  row: { password: nullable(text) },
});

/**
 * Whether the account still has the password that a sign-in began with. Waits for a change that is about to commit, so
 * that a session stored before is either deleted by the change or found outdated here.
 */
export async function hasSamePassword(sql: Sql, { id, passwordHash }: AccountRow): Promise<boolean> {
  const current = await sql.find(lockPasswordStatement, { accountId: id });
  return (current?.password ?? '') === passwordHash;
}

const lockFactorStatement = systemStatement({
  text: 'select two_factor_enabled as "hasTwoFactor" from identity.accounts where id = $accountId for share',
  params: { accountId: uuid },
  row: { hasTwoFactor: boolean },
});

/** Whether the account has a second factor, after a change of it that is about to commit. */
export async function hasTwoFactorNow(sql: Sql, accountId: string): Promise<boolean> {
  return (await sql.find(lockFactorStatement, { accountId }))?.hasTwoFactor ?? true;
}

export const updatePassword = systemStatement.run({
  text: `
    update identity.credentials set password = $passwordHash, updated_at = $now
    where account_id = $accountId and provider_id = 'credential'`,
  params: { ...changed, passwordHash: text },
});

/** The holder of the address chose the password, so the address is proven and the password not temporary. */
export const settleAccount = systemStatement.run({
  text: `
    update identity.accounts set email_verified = true, must_change_password = false, temporary_until = null, sign_ups = 1,
      updated_at = $now
    where id = $accountId`,
  params: changed,
});

export const markVerified = systemStatement.run({
  text: 'update identity.accounts set email_verified = true, updated_at = $now where id = $accountId',
  params: changed,
});

export const updatePendingEmail = systemStatement.run({
  text: 'update identity.accounts set pending_email = $email, updated_at = $now where id = $accountId',
  params: { ...changed, email: nullable(text) },
});

const applyPendingEmailStatement = systemStatement({
  text: `
    update identity.accounts set email = $email, email_verified = true, pending_email = null, updated_at = $now
    where id = $accountId and pending_email = $email
      and not exists (select from identity.accounts other where other.email = $email)`,
  params: { ...changed, email: text },
});

/** False where another account has taken the address meanwhile. */
export async function applyPendingEmail(sql: Sql, accountId: string, email: string, now: Date): Promise<boolean> {
  return (await sql.run(applyPendingEmailStatement, { accountId, email, now })) === 1;
}

export const ensureAccount = systemStatement.get({
  text: `
    select account_id as "accountId", is_new as "isNew"
    from identity.ensure_account($email, $name, $passwordHash, $temporaryUntil)`,
  params: { ...newAccount, temporaryUntil: nullable(instant) },
  row: { accountId: uuid, isNew: boolean },
});

const renewStatement = systemStatement({
  text: 'select identity.renew_temporary_password($accountId, $passwordHash, $temporaryUntil) as "isRenewed"',
  params: { accountId: uuid, passwordHash: text, temporaryUntil: instant },
  row: { isRenewed: boolean },
});

/** False for an account whose holder has chosen a password. */
export async function renewTemporaryPassword(
  sql: Sql,
  renewed: { accountId: string; passwordHash: string; temporaryUntil: Date },
): Promise<boolean> {
  return (await sql.get(renewStatement, renewed)).isRenewed;
}

const deleteAccountStatement = systemStatement({
  text: 'select identity.remove_account($accountId) as "isDeleted"',
  params: { accountId: uuid },
  row: { isDeleted: boolean },
});

/** False where the account has other memberships. */
export async function deleteAccount(sql: Sql, accountId: string): Promise<boolean> {
  return (await sql.get(deleteAccountStatement, { accountId })).isDeleted;
}
