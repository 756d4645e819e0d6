import { getDatabaseUrls, withOwner } from '../../harness/database.ts';
import { makeIntakeKey } from '../../harness/intake-key.ts';
import type { Portal } from '../../harness/portal.ts';

/** A company whose assistants ask before they run skills. */
export interface AuthorizeCompany {
  readonly id: string;
  readonly secret: string;
  /** The number of `Skill 1`, as holds have it. */
  readonly skill: number;
  readonly appUrl: string;
}

const skills = 40;
const persons = 500;
export const authorizeCompanyName = 'Bench authorize';

/** Makes a company with an intake key and 40 reported names, each mapped to a skill of €0.0107. */
export async function makeAuthorizeCompany(portal: Portal): Promise<AuthorizeCompany> {
  const secret = await makeIntakeKey(portal, authorizeCompanyName);
  const { appUrl } = await getDatabaseUrls(portal);
  return withOwner(portal, async (client) => {
    const { rows } = await client.query<{ id: string; skill: number }>(
      `with company as (select id from companies where name = $1),
        made as (
          insert into skills (company_id, name, service_provider, price_ten_thousandths)
          select id, 'Skill ' || n, 'SAP', 107 from company, generate_series(1, ${skills}) n
          returning company_id, id, name)
      insert into reported_skills (company_id, name, name_key, skill_id)
      select company_id, name, lower(name), id from made order by length(name), name
      returning company_id as id, number as skill`,
      [authorizeCompanyName],
    );
    const [first] = rows;
    if (!first) throw new Error('The company was not made.');
    return { id: first.id, skill: first.skill, secret, appUrl };
  });
}

/** Limits, in ten-thousandths of a euro, for the account and for every skill. */
export async function setLimits(
  portal: Portal,
  { id }: AuthorizeCompany,
  limits: { account: number; skill: number },
): Promise<void> {
  await withOwner(portal, async (client) => {
    await client.query(
      `insert into company_limits (company_id, limit_ten_thousandths) values ($1, $2)
        on conflict (company_id) do update set limit_ten_thousandths = excluded.limit_ten_thousandths`,
      [id, limits.account],
    );
    await client.query(
      `insert into skill_limits (company_id, skill_id, limit_ten_thousandths)
        select company_id, id, $2 from skills where company_id = $1
        on conflict (company_id, skill_id) do update set limit_ten_thousandths = excluded.limit_ten_thousandths`,
      [id, limits.skill],
    );
  });
}

/** Puts all reported users into one department, and sets or takes away limits of each person, of the department and of the key. */
export async function setOwnerLimits(portal: Portal, { id }: AuthorizeCompany, limit: number | null): Promise<void> {
  await withOwner(portal, async (client) => {
    await client.query('delete from owner_limits where company_id = $1', [id]);
    if (limit === null) return;
    await client.query(
      `insert into cost_owners (company_id, person_id, from_month, recorded_month, department)
        select company_id, id, '0001-01-01', '2026-01-01', 'Bench' from reported_users where company_id = $1
        on conflict do nothing`,
      [id],
    );
    await client.query(
      `insert into owner_limits (company_id, kind, owner, limit_ten_thousandths)
        select $1, kind, owner, $2 from (
          values ('eachPerson', ''), ('department', 'Bench'),
            ('key', (select id::text from intake_keys where company_id = $1 limit 1))) l (kind, owner)`,
      [id, limit],
    );
    await client.query('analyze cost_owners, owner_limits, reported_users');
  });
}

/** Billed runs of the present month of 500 persons, and as many holds of the months before that became such. */
export async function fillMonth(portal: Portal, { id }: AuthorizeCompany, count: number): Promise<void> {
  await withOwner(portal, async (client) => {
    await client.query(
      `insert into reported_users (company_id, first_name) select $1, 'Bench' from generate_series(1, ${persons})`,
      [id],
    );
    await client.query(
      `insert into usage_events (company_id, id, external_id, occurred_at, day, skill_number, user_number, intake_key_id,
          price_ten_thousandths)
        select $1, gen_random_uuid(), 'bench-' || n, t.instant, (t.instant at time zone 'Europe/Tallinn')::date,
          (select min(number) from reported_skills where company_id = $1) + n % ${skills},
          (select min(number) from reported_users where company_id = $1) + n / ${skills} % ${persons},
          (select id from intake_keys where company_id = $1 limit 1), 107
        from generate_series(1, $2) n cross join lateral (
          select s.first + (now() - s.first) * (n / $2::float8) as instant from (
            select date_trunc('month', now() at time zone 'Europe/Tallinn') at time zone 'Europe/Tallinn' as first) s
        ) t`,
      [id, count],
    );
    await client.query(
      `insert into usage_daily (company_id, day, skill_number, price_ten_thousandths, requests)
        select company_id, day, skill_number, price_ten_thousandths, count(*) from usage_events where company_id = $1
        group by 1, 2, 3, 4`,
      [id],
    );
    for (const keys of ['user_number, intake_key_id', 'intake_key_id']) {
      await client.query(
        `insert into ${keys === 'intake_key_id' ? 'usage_by_key' : 'usage_monthly'}
            (company_id, month, ${keys}, skill_number, price_ten_thousandths, requests)
          select company_id, date_trunc('month', day)::date, ${keys}, skill_number, price_ten_thousandths, count(*)
          from usage_events where company_id = $1 group by company_id, date_trunc('month', day), ${keys}, skill_number,
            price_ten_thousandths`,
        [id],
      );
    }
    await client.query(
      `insert into budget_reservations (company_id, id, external_id, reservation, taken_at, expires_at, day, skill_number, user_number,
          price_ten_thousandths, state, decision)
        select company_id, gen_random_uuid(), external_id, gen_random_uuid(), occurred_at - interval '40 days',
          occurred_at - interval '40 days', day - 40, skill_number, 0, 107, 'committed', 'allow'
        from usage_events where company_id = $1`,
      [id],
    );
    await client.query('vacuum (analyze)');
  });
}
