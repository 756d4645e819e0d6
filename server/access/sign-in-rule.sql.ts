/*
 * Which sessions open a company, in one place for the statements that admit a user. The aliases are `u` for the user, `s`
 * for the session (null for tokens of other issuers) and `p` for the provider of the user's company.
 */

/**
 * The user has signed in to this company, and is not deactivated. A company can add any address, so that nothing of an
 * account is shown to a company before this, i.e. no sign-ins, no changed address and no second factor, and no demand of it
 * counts for the account.
 */
export const hasComeIn = 'u.came_in_at is not null';

/** The person of the account is a user of no other company, so that a first sign-in can only mean this one. */
export const toOnlyCompany = (schema: '' | 'public.') => `not exists (
  select from ${schema}users other join ${schema}companies their on their.id = other.company_id
  where other.account_id = u.account_id and other.company_id <> u.company_id and other.deactivated_at is null
    and their.status <> 'pending')`;

const toBreakGlass = (accounts: string) => `(
  u.id = any(p.break_glass) and u.roles @> array['SuperAdmin']
  and exists (select from ${accounts} a where a.id = u.account_id and a.two_factor_enabled))`;

/** A SuperAdmin of break-glass: named by the company, and with a second factor now. */
export const isBreakGlass = toBreakGlass('identity.accounts');

const toOpening = (tables: { readonly providers: string; readonly accounts: string }) => `(
  s.sign_in_company_id is not distinct from u.company_id
  or s.sign_in_company_id is null and not exists (
    select from ${tables.providers} p
    where p.company_id = u.company_id and p.is_demanded
      and not (s.id is not null and s.sign_in_issuer is null and ${toBreakGlass(tables.accounts)})))`;

/**
 * A session of a company's issuer opens this company alone. Where single sign-on is demanded nothing else opens it, but for
 * break-glass with a password.
 */
export const opensCompany = toOpening({ providers: 'public.sign_in_providers', accounts: 'identity.accounts' });

/** The same for connections of actors, which find tables without their schema. */
export const opensCompanyOfActor = toOpening({ providers: 'sign_in_providers', accounts: 'accounts' });

/** Whether single sign-on is demanded by the user's company. */
export const isDemanding = `exists (
  select from public.sign_in_providers p where p.company_id = u.company_id and p.is_demanded)`;

/** Whether the address of the account `a` is of a domain that verifiably belongs to the user's company. */
export const ownsAddress = `exists (
  select from public.sign_in_domains d
  where d.company_id = u.company_id and d.proven_at is not null and d.domain = split_part(a.email, '@', -1))`;

/**
 * Whether every company of the account demands single sign-on, so that its password opens none. Companies that have only
 * added the address count where there are no others, so that none of them undoes what another demands, or demands for it.
 */
export const isPasswordClosed = `(
  select coalesce(bool_and(demands) filter (where counts), bool_and(demands), false)
  from (
    select ${hasComeIn} or ${ownsAddress} as counts, exists (
        select from public.sign_in_providers p
        where p.company_id = u.company_id and p.is_demanded and not ${isBreakGlass}) as demands
    from public.users u join public.companies c on c.id = u.company_id
    join identity.accounts a on a.id = u.account_id
    where u.account_id = $accountId and c.status <> 'pending' and u.deactivated_at is null) membership)`;
