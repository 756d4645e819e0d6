import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { LimitAction } from '#features/money/contract/limits.ts';
import { statement } from '#server/sql/statement.ts';
import { instant, integer, nullable, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

const storedLimit = { limit: nullable(integer), action: textOf<LimitAction>(), version: integer };

export type StoredLimit = RowOf<typeof storedLimit>;

const limitColumns = 'limit_ten_thousandths as "limit", action, version';

const storedLimits = { ...storedLimit, supportLimit: nullable(integer), supportVersion: integer };

const createLimitsStatement = statement({
  text: 'insert into company_limits (company_id, updated_at) values ($companyId, $now) on conflict do nothing',
  params: { now: instant },
});

const lockLimitsStatement = statement({
  text: `
    select ${limitColumns}, support_limit_ten_thousandths as "supportLimit",
      support_version as "supportVersion"
    from company_limits where company_id = $companyId for update`,
  row: storedLimits,
});

/**
 * The limits of the company. Locks all its limits until the transaction ends, also those of skills and support items
 * that have no row yet.
 */
export async function lockLimits(tx: CompanyTransaction, now: Date): Promise<RowOf<typeof storedLimits>> {
  await tx.run(createLimitsStatement, { now });
  return tx.get(lockLimitsStatement);
}

/** Whether a limit that was `before`, null for none, is raised or set: its warnings are sent again. */
export const isRaised = (now: string, before: string) => `(${now} is not null and coalesce(${now} > ${before}, true))`;

/** Writes the limit of a company whose limits this transaction has locked. */
export const updateCompanyLimit = statement.get({
  text: `
    update company_limits set limit_ten_thousandths = $limit, action = $action,
      raises = raises + ${isRaised('$limit::bigint', 'limit_ten_thousandths')}::int, version = version + 1, updated_at = $now
    where company_id = $companyId returning ${limitColumns}`,
  params: { limit: nullable(integer), action: textOf<LimitAction>(), now: instant },
  row: storedLimit,
});

const storedSkillLimit = { id: uuid, name: text, ...storedLimit };

export type StoredSkillLimit = RowOf<typeof storedSkillLimit>;

/**
 * The limit of a skill, with the skill's name. Undefined where the id is neither a skill of the company or the provider,
 * nor a reported skill.
 */
export const findSkillLimit = statement.find({
  text: `
    select skill.id, skill.name, l.limit_ten_thousandths as "limit", coalesce(l.action, 'stop') as action,
      coalesce(l.version, 1) as version
    from (
      select s.id, s.name from skills s where (s.company_id = $companyId or s.is_provided) and s.id = $id
      union all
      select r.id, r.name from reported_skills r where r.company_id = $companyId and r.id = $id
    ) skill
    left join skill_limits l on l.company_id = $companyId and l.skill_id = skill.id`,
  params: { id: uuid },
  row: storedSkillLimit,
});

/* Raised or set in a version of its own, which no limit of before had: the row of a limit that is taken away is deleted. */
const upsertSkillLimitStatement = statement({
  text: `
    insert into skill_limits as l (company_id, skill_id, limit_ten_thousandths, action, version, raises)
    select $companyId, $id, $limit, $action, next.version, next.version
    from (select nextval('skill_limits__version')::integer as version) next
    on conflict (company_id, skill_id)
    do update set limit_ten_thousandths = excluded.limit_ten_thousandths, action = excluded.action,
      raises = case when ${isRaised('excluded.limit_ten_thousandths', 'l.limit_ten_thousandths')}
        then excluded.raises else l.raises end,
      version = excluded.version
    returning ${limitColumns}`,
  params: { id: uuid, limit: integer, action: textOf<LimitAction>() },
  row: storedLimit,
});

const deleteSkillLimitStatement = statement({
  text: 'delete from skill_limits where company_id = $companyId and skill_id = $id',
  params: { id: uuid },
});

/** Writes or deletes the limit of a skill. Its new version is one that no other skill limit has or had; 1 without one. */
export async function updateSkillLimit(
  tx: CompanyTransaction,
  id: string,
  { limit, action }: Pick<StoredLimit, 'limit' | 'action'>,
): Promise<StoredLimit> {
  if (limit !== null) return tx.get(upsertSkillLimitStatement, { id, limit, action });
  await tx.run(deleteSkillLimitStatement, { id });
  return { limit, action: 'stop', version: 1 };
}
