import type { AnswerOutcome } from '#features/sign-in/contract/saml.ts';
import type { ProviderKind } from '#features/sign-in/contract/single-sign-on.ts';
import { columns } from '#server/sql/columns.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import {
  array,
  boolean,
  bytes,
  instant,
  integer,
  json,
  nullable,
  text,
  textOf,
  uuid,
  type RowOf,
} from '#server/sql/types.ts';

const values = {
  kind: textOf<ProviderKind>(),
  issuer: text,
  clientId: text,
  clientSecret: nullable(bytes),
  /** Whether the issuer may know the redirect URI alone that companies shared before they had their own. */
  sharesRedirect: boolean,
  signInAddress: text,
  certificates: array(text),
  isDemanded: boolean,
  breakGlass: array(uuid),
};

/** The last answer, with its time in milliseconds since 1970. */
export interface StoredAnswer {
  readonly atMs: number;
  readonly outcome: AnswerOutcome;
  readonly found: string;
}

interface StoredDomain {
  readonly domain: string;
  readonly proof: string;
  /** Milliseconds since 1970; null while it is not verified. */
  readonly provenAtMs: number | null;
}

interface StoredSuperAdmin {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
}

const stored = {
  ...values,
  lastAnswer: nullable(json<StoredAnswer>()),
  version: integer,
  domains: json<StoredDomain[]>(),
  /** The active ones, by name. */
  superAdmins: json<StoredSuperAdmin[]>(),
};

export type StoredProvider = RowOf<typeof stored>;

const selectColumns = `
  ${columns(values, 'p')}, p.last_answer as "lastAnswer", p.version,
  (select coalesce(jsonb_agg(jsonb_build_object('domain', d.domain, 'proof', d.proof, 'provenAtMs',
      (extract(epoch from d.proven_at) * 1000)::bigint) order by d.domain), '[]')
    from sign_in_domains d where d.company_id = $companyId) as domains,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'accountId', u.account_id,
      'name', concat_ws(' ', u.first_name, u.last_name), 'email', u.email) order by u.first_name, u.last_name, u.id), '[]')
    from users u where u.company_id = $companyId and u.roles @> array['SuperAdmin'] and u.deactivated_at is null)
    as "superAdmins"`;

/** The provider of a company; empty fields for a company without one. */
export const getProvider = statement.get({
  text: `
    select ${selectColumns}
    from (select kind, issuer, client_id, client_secret, shares_redirect, sign_in_address, certificates, is_demanded, break_glass,
        last_answer, version
      from sign_in_providers where company_id = $companyId
      union all select 'oidc', '', '', null, false, '', '{}', false, '{}', null, 1
        where not exists (select from sign_in_providers where company_id = $companyId)) p`,
  row: stored,
});

/** Stores an empty provider where there is nothing to lock yet. */
export const ensureProvider = statement.run({
  text: `
    insert into sign_in_providers (company_id, updated_at) values ($companyId, $now) on conflict (company_id) do nothing`,
  params: { now: instant },
});

/** Locks the provider until the transaction ends. */
export const lockProvider = statement.find({
  text: `select ${selectColumns} from sign_in_providers p where p.company_id = $companyId for update of p`,
  row: stored,
});

/** Writes a provider that this transaction has locked. */
export const updateProvider = statement.run({
  text: `
    update sign_in_providers set kind = $kind, issuer = $issuer, client_id = $clientId, client_secret = $clientSecret,
      shares_redirect = $sharesRedirect, sign_in_address = $signInAddress, certificates = $certificates, is_demanded = $isDemanded,
      break_glass = $breakGlass, last_answer = null, version = version + 1, updated_at = $now
    where company_id = $companyId`,
  params: { ...values, now: instant },
});

export const deleteProvider = statement.run({
  text: 'delete from sign_in_providers where company_id = $companyId',
});

export const deleteLinks = statement.run({ text: 'delete from sign_in_links where company_id = $companyId' });

export const deleteOtherDomains = statement.run({
  text: 'delete from sign_in_domains where company_id = $companyId and domain <> all($domains::text[])',
  params: { domains: array(text) },
});

/** Known domains keep their proof. */
export const createDomain = statement.run({
  text: `
    insert into sign_in_domains (company_id, domain, proof) values ($companyId, $domain, $proof)
    on conflict (company_id, domain) do nothing`,
  params: { domain: text, proof: text },
});

/** Violates `sign_in_domains__proven` where the domain is another company's. */
export const proveDomain = statement.run({
  text: `
    update sign_in_domains set proven_at = $now, checked_at = $now, absences = 0
    where company_id = $companyId and domain = $domain and proof = $proof and proven_at is null`,
  params: { domain: text, proof: text, now: instant },
});

const domain = { companyId: uuid, domain: text, proof: text };

/** Verified domains whose record was not looked up since. */
export const listDueDomains = systemStatement.list({
  text: `
    select company_id as "companyId", domain, proof from sign_in_domains
    where coalesce(checked_at, proven_at) <= $before and proven_at is not null
    order by checked_at nulls first limit 500`,
  params: { before: instant },
  row: domain,
});

/**
 * Counts a look-up that had an answer; the last of `most` absences in a row withdraws the proof. Undefined where another
 * portal has counted it, or the domain is not verified any more.
 */
export const recordLookUp = statement.find({
  text: `
    update sign_in_domains set checked_at = $now, absences = case when $isThere then 0 else absences + 1 end,
      proven_at = case when $isThere or absences + 1 < $most then proven_at end
    where company_id = $companyId and domain = $domain and proof = $proof
      and coalesce(checked_at, proven_at) <= $before and proven_at is not null
    returning absences`,
  params: { domain: text, proof: text, now: instant, before: instant, isThere: boolean, most: integer },
  row: { absences: integer },
});
