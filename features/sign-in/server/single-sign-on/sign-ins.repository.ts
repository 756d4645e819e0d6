import type { ProviderKind } from '#features/sign-in/contract/single-sign-on.ts';
import { hasComeIn } from '#server/access/sign-in-rule.sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { array, boolean, bytes, instant, integer, nullable, text, textOf, uuid } from '#server/sql/types.ts';

const provider = {
  companyId: uuid,
  kind: textOf<ProviderKind>(),
  issuer: text,
  clientId: text,
  clientSecret: nullable(bytes),
  sharesRedirect: boolean,
  signInAddress: text,
  certificates: array(text),
};

const selectProvider = `
  select p.company_id as "companyId", p.kind, p.issuer, p.client_id as "clientId", p.client_secret as "clientSecret",
    p.shares_redirect as "sharesRedirect", p.sign_in_address as "signInAddress", p.certificates
  from sign_in_providers p`;

/** The company to which a domain of e-mail addresses verifiably belongs. */
export const findProviderByDomain = systemStatement.find({
  text: `
    ${selectProvider} join sign_in_domains d on d.company_id = p.company_id join companies c on c.id = p.company_id
    where d.domain = $domain and d.proven_at is not null and p.issuer <> '' and c.status <> 'pending'`,
  params: { domain: text },
  row: provider,
});

/** The companies whose issuer signs in by one of these clients. The issuer is compared without its last slash. */
export const listProvidersOfClient = systemStatement.list({
  text: `${selectProvider} where p.kind = 'oidc' and rtrim(p.issuer, '/') = rtrim($issuer, '/')
      and p.client_id = any($clientIds)`,
  params: { issuer: text, clientIds: array(text) },
  row: provider,
});

export const findProvider = statement.find({
  text: `${selectProvider} where p.company_id = $companyId and p.issuer <> ''`,
  row: provider,
});

/** How the last sign-in ended, for the SuperAdmins of the company. */
export const recordAnswer = statement.run({
  text: `
    update sign_in_providers
    set last_answer = jsonb_build_object('atMs', $atMs::bigint, 'outcome', $outcome::text, 'found', $found::text)
    where company_id = $companyId and kind <> 'cognito'`,
  params: { atMs: integer, outcome: text, found: text },
});

const subject = { issuer: text, subject: text };

/** The account that a subject is linked to; undefined also where the user has passed to another account. */
export const findLinkedAccount = statement.find({
  text: `
    select u.account_id as "accountId" from sign_in_links l
    join users u on u.company_id = l.company_id and u.id = l.user_id and u.account_id = l.account_id
    where l.company_id = $companyId and l.issuer = $issuer and l.subject = $subject`,
  params: subject,
  row: { accountId: uuid },
});

export const isOwnDomain = statement.get({
  text: `
    select exists (select from sign_in_domains
      where company_id = $companyId and domain = $domain and proven_at is not null) as "isOwn"`,
  params: { domain: text },
  row: { isOwn: boolean },
});

/** The account that has an address, in lower case. */
export const findHolder = systemStatement.find({
  text: 'select id from identity.accounts where email = $email',
  params: { email: text },
  row: { id: uuid },
});

/**
 * Links a subject to the company's user of this address; undefined where there is none, and where the account has moved on
 * to another address than the one that the company added.
 */
export const linkUser = statement.find({
  text: `
    with linked as (
      insert into sign_in_links (company_id, issuer, subject, user_id, account_id, created_at)
      select u.company_id, $issuer, $subject, u.id, u.account_id, $now from users u
      where u.company_id = $companyId and u.email = $email and (${hasComeIn} or u.account_id = $holderId)
      on conflict (company_id, issuer, subject)
      do update set user_id = excluded.user_id, account_id = excluded.account_id, created_at = excluded.created_at
      returning company_id, user_id)
    select u.account_id as "accountId", concat_ws(' ', u.first_name, u.last_name) as name
    from linked l join users u on u.company_id = l.company_id and u.id = l.user_id`,
  params: { ...subject, email: text, holderId: nullable(uuid), now: instant },
  row: { accountId: uuid, name: text },
});
