import type { Database } from '../database/open-database.ts';
import { getCapabilities, type Role } from '#contract/capabilities.ts';
import type { MaskKind, OwnPattern } from '#features/protection/contract/masking-kinds.ts';
import type { RoleRights } from '#features/people/contract/role-rights.ts';
import { createSharedCalls } from '../lib/concurrency/shared-calls.ts';
import type { Actor } from '../lib/request/actor.ts';
import { toSuspension } from '../lib/request/suspension.ts';
import { systemStatement } from '../sql/statement.ts';
import { array, boolean, instant, json, nullable, text, textOf, uuid } from '../sql/types.ts';
import { hasComeIn, opensCompanyOfActor, toOnlyCompany } from './sign-in-rule.sql.ts';
import type { NoteSignIn } from './user-sign-ins.ts';

export interface ActorQuery {
  readonly accountId: string;
  /** The company to act in; undefined means that of the account's oldest user that has come in, or the only one. */
  readonly companyId: string | undefined;
  /** The session that issued the token; an ended session finds no actor. Undefined for tokens of other issuers. */
  readonly sessionId: string | undefined;
  /** For what the account asked for earlier, when its session opened the company; it is no use of the account. */
  readonly isInBackground?: boolean;
}

/*
 * A user acts in its own company; a SuperAdmin of the provider acts in every company, and in its own where both apply and the
 * user has come in there, because a company that adds an operator must not make a visit of the provider a sign-in. A
 * company that waits for approval has no actors of its own until it is approved. Without a wanted one, a person whom several have
 * added, and who has chosen none of them, is no actor. The expiry of a session is compared with
 * now(), not with the clock port, because the identity library writes it by the system's clock. The tables have no schema, so
 * that a distributed PostgreSQL reads the coordinator's own copies of them (`distribution/copies.sql.ts`).
 */
const findActorStatement = systemStatement({
  name: 'actors.find',
  text: `
    select u.id as "userId", home.id as "homeCompanyId", home.name as "homeCompanyName",
      home.is_provider as "homeIsProvider", company.id as "companyId", company.name as "companyName",
      company.time_zone as "timeZone", company.suspended_from as "suspendedFrom",
      company.suspension_reason as "suspensionReason", u.first_name as "firstName", u.last_name as "lastName", u.email, u.roles,
      changed.changes as rights, masked.shown as "shownKinds", masked.patterns as "maskPatterns",
      s.sign_in_company_id as "openedFor", s.sign_in_issuer as issuer, ${hasComeIn} as "hasComeIn",
      coalesce(date_trunc('milliseconds', s.created_at), now()) as "signedInAt"
    from users u
    join companies home on home.id = u.company_id
    join companies company on company.id = coalesce($wantedCompanyId::uuid, u.company_id)
    left join role_rights changed on changed.company_id = company.id
    left join masking_settings masked on masked.company_id = company.id
    left join sessions s
      on s.id = $sessionId and s.account_id = $accountId and s.expires_at > now()
    where u.account_id = $accountId
      and home.status <> 'pending'
      and u.deactivated_at is null
      and (company.id = home.id or (home.is_provider and u.roles @> array['SuperAdmin']))
      and ($sessionId::uuid is null or s.id is not null)
      and ($isInBackground or ${opensCompanyOfActor})
      and ($wantedCompanyId::uuid is not null or s.sign_in_company_id is not null or ${hasComeIn}
        or ${toOnlyCompany('')})
    order by company.id = home.id and ${hasComeIn} desc, company.id <> home.id desc, u.created_at, home.id
    limit 1`,
  params: { wantedCompanyId: nullable(uuid), accountId: uuid, sessionId: nullable(uuid), isInBackground: boolean },
  row: {
    userId: uuid,
    homeCompanyId: uuid,
    homeCompanyName: text,
    homeIsProvider: boolean,
    companyId: uuid,
    companyName: text,
    timeZone: text,
    suspendedFrom: nullable(instant),
    suspensionReason: nullable(text),
    firstName: text,
    lastName: text,
    email: text,
    roles: array(textOf<Role>()),
    rights: nullable(json<RoleRights>()),
    shownKinds: nullable(array(textOf<MaskKind>())),
    maskPatterns: nullable(json<OwnPattern[]>()),
    openedFor: nullable(uuid),
    issuer: nullable(text),
    hasComeIn: boolean,
    signedInAt: instant,
  },
});

/** The connections that find actors, and how these see ids. */
type ActorDatabase = Pick<Database, 'actors' | 'auditChain'>;

/** The actor of something that an account has requested, when it takes effect; it is no use of the account. */
export const findActorOfRequest = (
  database: ActorDatabase,
  asked: Pick<ActorQuery, 'accountId' | 'companyId'>,
): Promise<Actor | undefined> =>
  findActor({ database, noteSignIn: async () => undefined }, { ...asked, sessionId: undefined, isInBackground: true });

interface ActorParts {
  readonly database: ActorDatabase;
  readonly noteSignIn: NoteSignIn;
}

/**
 * Finds actors as `findActor`. Calls of one session at the same time share a statement that began after all of them came, because a
 * page asks for all that it shows at once.
 */
export function createFindActor(parts: ActorParts): (query: ActorQuery) => Promise<Actor | undefined> {
  const findShared = createSharedCalls((query) => findActor(parts, JSON.parse(query) as ActorQuery));
  return (query) => findShared(JSON.stringify(query));
}

/** The actor that an account is in a company, as of now; undefined where it has no access. One statement. */
export async function findActor(
  { database, noteSignIn }: ActorParts,
  { accountId, companyId, sessionId, isInBackground = false }: ActorQuery,
): Promise<Actor | undefined> {
  const wanted = { accountId, wantedCompanyId: companyId ?? null, sessionId: sessionId ?? null, isInBackground };
  const row = await database.actors.find(findActorStatement, wanted);
  if (!row) return undefined;
  const { homeCompanyName, homeIsProvider, suspendedFrom, suspensionReason, signedInAt, ...rest } = row;
  const { shownKinds, maskPatterns, hasComeIn: wasIn, openedFor, issuer, ...user } = rest;
  const { homeCompanyId, userId } = user;
  const signIn = { companyId: homeCompanyId, userId, accountId, sessionId: sessionId ?? null, signedInAt };
  if (!isInBackground) await noteSignIn({ ...signIn, hasComeIn: wasIn });
  const isHome = user.companyId === user.homeCompanyId;
  const holder = {
    roles: isHome ? user.roles : (['SuperAdmin'] as const),
    isProvider: homeIsProvider,
    rights: isHome ? (user.rights ?? {}) : toRightsOfProvider(user.rights ?? {}),
  };
  return {
    ...user,
    accountId,
    sessionId: sessionId ?? null,
    openedBy: { companyId: openedFor, issuer },
    actsFrom: isHome ? null : homeCompanyName,
    ...holder,
    ids: await database.auditChain.getShownIds(user.companyId),
    masking: { shown: shownKinds ?? [], patterns: maskPatterns ?? [] },
    capabilities: getCapabilities(holder),
    suspension: toSuspension({ suspendedFrom, suspensionReason }),
  };
}

/** A company keeps its provider from its data as its own SuperAdmins, but not from its invoices, which are the provider's. */
const toRightsOfProvider = ({ billing: _billing, ...rights }: RoleRights): RoleRights => rights;
