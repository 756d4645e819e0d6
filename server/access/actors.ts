import type pg from 'pg';
import type { Role } from '#contract/capabilities.ts';
import type { Actor } from '../lib/request/actor.ts';
import { toDatabaseError } from '../database/connection/errors.ts';

export interface ActorQuery {
  readonly accountId: string;
  /** The company to act in; without one the account's oldest membership. */
  readonly companyId: string | undefined;
  /** The session a token came from: ended, it opens nothing any more. Undefined for tokens of other issuers. */
  readonly sessionId: string | undefined;
}

interface Row {
  readonly user_id: string;
  readonly home_company_id: string;
  readonly home_company_name: string;
  readonly home_is_provider: boolean;
  readonly company_id: string;
  readonly company_name: string;
  readonly time_zone: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly roles: Role[];
}

/*
 * A membership opens its own company; a SuperAdmin of the provider opens every company. The own membership wins
 * where both would do. A company that waits for approval opens to its own people only once it is admitted.
 */
const statement = {
  name: 'find actor',
  text: `
    select u.id as user_id, home.id as home_company_id, home.name as home_company_name,
      home.is_provider as home_is_provider, company.id as company_id, company.name as company_name,
      company.time_zone, u.first_name, u.last_name, u.email, u.roles
    from users u
    join companies home on home.id = u.company_id
    join companies company on company.id = coalesce($2::uuid, u.company_id)
    where u.account_id = $1
      and home.status <> 'pending'
      and (company.id = home.id or (home.is_provider and u.roles @> array['SuperAdmin']))
      and ($3::uuid is null or exists (
        select from identity.sessions s where s.id = $3 and s.account_id = $1 and s.expires_at > now()))
    order by company.id = home.id desc, u.created_at, home.id
    limit 1`,
};

/** Who an account is in a company, as it stands now; undefined where it is nobody there. One statement. */
export async function findActor(
  actorPool: pg.Pool,
  { accountId, companyId, sessionId }: ActorQuery,
): Promise<Actor | undefined> {
  try {
    const { rows } = await actorPool.query<Row>({
      ...statement,
      values: [accountId, companyId ?? null, sessionId ?? null],
    });
    return rows[0] && toActor(rows[0], accountId);
  } catch (error) {
    throw toDatabaseError(error);
  }
}

function toActor(row: Row, accountId: string): Actor {
  const isHome = row.company_id === row.home_company_id;
  return {
    accountId,
    userId: row.user_id,
    companyId: row.company_id,
    companyName: row.company_name,
    homeCompanyId: row.home_company_id,
    actsFrom: isHome ? null : row.home_company_name,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    roles: isHome ? row.roles : ['SuperAdmin'],
    isProvider: row.home_is_provider,
    timeZone: row.time_zone,
  };
}
