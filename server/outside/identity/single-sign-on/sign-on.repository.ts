import type { Sql } from '../../../sql/sql.ts';
import { systemStatement } from '../../../sql/statement.ts';
import { bytes, instant, nullable, text, uuid } from '../../../sql/types.ts';
import { isAmong, newSession, sessionFields, sessionsOf, sessionValues } from '../sign-in/sessions.repository.ts';

const signOn = {
  companyId: nullable(uuid),
  issuer: text,
  subject: text,
  issuerSession: nullable(text),
  sealedToken: nullable(bytes),
};

/** A session for whom an issuer has signed in, bound to it. Undefined for an account that is deleted. */
export const createIssuerSession = systemStatement.find({
  text: `
    insert into identity.sessions (${sessionFields},
      sign_in_company_id, sign_in_issuer, sign_in_subject, sign_in_session, sign_in_token)
    select id, ${sessionValues}, $companyId, $issuer, $subject, $issuerSession, $sealedToken
    from identity.accounts where id = $accountId returning id`,
  params: { ...signOn, ...newSession, accountId: uuid },
  row: { id: uuid },
});

/** Undefined for a session of a password. */
export const findSignOnOfSession = systemStatement.find({
  text: `
    select sign_in_company_id as "companyId", coalesce(sign_in_issuer, '') as issuer,
      coalesce(sign_in_subject, '') as subject,
      sign_in_session as "issuerSession", sign_in_token as "sealedToken"
    from identity.sessions where id = $sessionId and sign_in_issuer is not null`,
  params: { sessionId: uuid },
  row: signOn,
});

/** How issuers opened the sessions of an account, or that of one company. */
export const listSignOns = systemStatement.list({
  text: `
    select sign_in_company_id as "companyId", coalesce(sign_in_issuer, '') as issuer,
      coalesce(sign_in_subject, '') as subject,
      sign_in_session as "issuerSession", sign_in_token as "sealedToken"
    from identity.sessions where account_id = $accountId and sign_in_issuer is not null and ${isAmong}
    order by created_at desc limit 20`,
  params: sessionsOf,
  row: signOn,
});

/** Ends the sessions of an issuer's session, or of all of a person where that is null. */
export const deleteIssuerSessions = systemStatement.list({
  text: `
    delete from identity.sessions
    where sign_in_issuer = $issuer and sign_in_company_id is not distinct from $companyId
      and ($subject::text is null or sign_in_subject = $subject)
      and ($issuerSession::text is null or sign_in_session = $issuerSession)
      and ($subject::text is not null or $issuerSession::text is not null)
    returning account_id as "accountId"`,
  params: { companyId: nullable(uuid), issuer: text, subject: nullable(text), issuerSession: nullable(text) },
  row: { accountId: uuid },
});

export const deleteSignOns = systemStatement.run({
  text: 'delete from identity.sessions where sign_in_company_id = $companyId',
  params: { companyId: uuid },
});

const spendStatement = systemStatement({
  text: 'insert into identity.spent_once (key, spent_at) values ($key, $now) on conflict (key) do nothing',
  params: { key: text, now: instant },
});

/** False where the key was spent before. */
export async function spendOnce(sql: Sql, key: string, now: Date): Promise<boolean> {
  return (await sql.run(spendStatement, { key, now })) === 1;
}
