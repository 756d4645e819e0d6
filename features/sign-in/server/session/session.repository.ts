import type { Role } from '#contract/capabilities.ts';
import type { SignUpForm } from '#features/sign-in/contract/session-forms.ts';
import { mapOptionalFields } from '#features/people/contract/user-fields.ts';
import { hasComeIn, isDemanding, isPasswordClosed, opensCompany } from '#server/access/sign-in-rule.sql.ts';
import { knownZone } from '#server/records/create-company.ts';
import { columns } from '#server/sql/columns.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { array, boolean, instant, integer, nullable, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

const names = { company: text, firstName: text, lastName: text };
const signer = { companyId: uuid, ...names };

const findSignerStatement = systemStatement({
  text: `select ${columns(signer)} from users where account_id = $accountId`,
  params: { accountId: uuid },
  row: signer,
});

const renameSignerStatement = systemStatement({
  text: `
    update users set company = $company, first_name = $firstName, last_name = $lastName where account_id = $accountId`,
  params: { ...names, accountId: uuid },
});

const renameCompanyStatement = systemStatement({
  text: `update companies set name = $company, time_zone = ${knownZone('$timeZone')} where id = $companyId`,
  params: { companyId: uuid, company: text, timeZone: nullable(text) },
});

interface Renamed {
  readonly companyId: string;
  readonly before: RowOf<typeof names>;
}

/**
 * Renames the company and the user, and sets the time zone anew, of an unproven address that signs up again, because a stranger may have made the first
 * sign-up. Answers the names before; undefined where the account has no company.
 */
export async function renameCompanyAndSigner(
  tx: SystemTransaction,
  accountId: string,
  { company, firstName, lastName, timeZone }: SignUpForm,
): Promise<Renamed | undefined> {
  const found = await tx.find(findSignerStatement, { accountId });
  if (!found) return undefined;
  const { companyId, ...before } = found;
  await tx.run(renameSignerStatement, { company, firstName, lastName, accountId });
  await tx.run(renameCompanyStatement, { companyId, company, timeZone: timeZone ?? null });
  return { companyId, before };
}

const ownUser = {
  company: text,
  firstName: text,
  lastName: text,
  email: text,
  roles: array(textOf<Role>()),
  ...mapOptionalFields(() => nullable(text)),
  version: integer,
};

/** The user's own record, in the company of the transaction. */
export const findOwnUser = statement.find({
  text: `select ${columns(ownUser)} from users where company_id = $companyId and id = $userId`,
  params: { userId: uuid },
  row: ownUser,
});

/** Whether an address has a user, in the company of the transaction, who is not deactivated. */
export const getIsUser = statement.get({
  text: `
    select exists (select from users
      where company_id = $companyId and lower(email) = lower($email) and deactivated_at is null) as "isUser"`,
  params: { email: text },
  row: { isUser: boolean },
});

const membership = {
  id: uuid,
  name: text,
  status: textOf<'active' | 'pending'>(),
};

const choice = { userId: uuid, email: text, userName: text, addedAt: instant };

/** The companies that a session opens, in which the account has an active user, oldest user first. */
export const listMemberships = systemStatement.list({
  text: `
    select ${columns(membership, 'c')}, u.id as "userId", u.email, concat_ws(' ', u.first_name, u.last_name) as "userName",
      u.created_at as "addedAt"
    from users u join companies c on c.id = u.company_id
    left join identity.sessions s on s.id = $sessionId and s.account_id = u.account_id
    where u.account_id = $accountId and u.deactivated_at is null and ${opensCompany} order by u.created_at, c.id`,
  params: { accountId: uuid, sessionId: nullable(uuid) },
  row: { ...membership, ...choice },
});

/** Gets facts of the current company for the session, and whether the account's password opens any company. */
export const getSurroundings = systemStatement.get({
  text: `
    select c.logo_file_key as "companyLogo", ${isPasswordClosed} as "isPasswordClosed",
      exists (select from sign_in_providers where company_id = c.id and is_demanded) as "isSingleSignOnDemanded",
      exists (select from sign_in_providers p join identity.sessions s on s.sign_in_company_id = p.company_id
        where p.company_id = c.id and p.kind = 'cognito' and s.id = $sessionId) as "isPoolSession"
    from companies c where c.id = $companyId`,
  params: { companyId: uuid, accountId: uuid, sessionId: nullable(uuid) },
  row: {
    companyLogo: nullable(text),
    isPasswordClosed: boolean,
    isSingleSignOnDemanded: boolean,
    isPoolSession: boolean,
  },
});

const changedUser = { companyId: uuid, id: uuid, firstName: text, lastName: text };

const listUsersOfAddressStatement = systemStatement({
  text: `
    select u.id from users u
    left join identity.sessions s on s.id = $sessionId and s.account_id = u.account_id
    where u.account_id = $accountId and ${hasComeIn} and (${opensCompany} or not ${isDemanding})`,
  params: { accountId: uuid, sessionId: nullable(uuid) },
  row: { id: uuid },
});

const updateEmailsStatement = systemStatement({
  text: `
    update users set email = $email, version = version + 1, updated_at = $now
    where account_id = $accountId and id = any($ids) returning ${columns(changedUser)}`,
  params: { accountId: uuid, ids: array(uuid), email: text, now: instant },
  row: changedUser,
});

interface EmailUpdate {
  readonly accountId: string;
  /** In which the address was proven. */
  readonly sessionId: string | null;
  readonly email: string;
  readonly now: Date;
}

/**
 * Writes the proven address into the users of an account; answers these users. Left out are those of companies to which the
 * person has not come, which keep the address that they added until then, and those of companies that demand single sign-on
 * and are not opened by the session.
 */
export async function updateEmails(tx: SystemTransaction, { sessionId, ...update }: EmailUpdate) {
  const users = await tx.list(listUsersOfAddressStatement, { accountId: update.accountId, sessionId });
  return tx.list(updateEmailsStatement, { ...update, ids: users.map(({ id }) => id) });
}
