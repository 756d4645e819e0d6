import type { CompanyTransaction } from '../../sql/sql.ts';
import type { TenThousandths } from '#contract/billing/money.ts';
import { statement } from '../../sql/statement.ts';
import { instant, integer, nullable, text, uuid } from '../../sql/types.ts';
import type { RowOf } from '../../sql/types.ts';

const storedLimit = { limit: nullable(integer), version: integer };

export type StoredLimit = RowOf<typeof storedLimit>;

const storedLimits = { ...storedLimit, supportLimit: nullable(integer), supportVersion: integer };

const createLimitsStatement = statement({
  text: 'insert into company_limits (company_id, updated_at) values ($companyId, $now) on conflict do nothing',
  params: { now: instant },
});

const lockLimitsStatement = statement({
  text: `
    select limit_ten_thousandths as "limit", version, support_limit_ten_thousandths as "supportLimit",
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

const updateCompanyLimitStatement = statement({
  text: `
    update company_limits set limit_ten_thousandths = $limit, version = version + 1, updated_at = $now
    where company_id = $companyId returning version`,
  params: { limit: nullable(integer), now: instant },
  row: { version: integer },
});

/** Writes the limit of a company whose limits this transaction has locked; returns its new version. */
export async function updateCompanyLimit(
  tx: CompanyTransaction,
  limit: TenThousandths | null,
  now: Date,
): Promise<number> {
  return (await tx.get(updateCompanyLimitStatement, { limit, now })).version;
}

const findSkillNameStatement = statement({
  text: `
    select s.name from skills s where (s.company_id = $companyId or s.is_provided) and s.id = $id
    union all
    select r.name from reported_skills r where r.company_id = $companyId and r.id = $id`,
  params: { id: uuid },
  row: { name: text },
});

/** Undefined where the id is neither a skill of the company or the provider, nor a reported skill. */
export async function findSkillName(tx: CompanyTransaction, id: string): Promise<string | undefined> {
  return (await tx.find(findSkillNameStatement, { id }))?.name;
}

const findSkillLimitStatement = statement({
  text: `
    select limit_ten_thousandths as "limit", version from skill_limits
    where company_id = $companyId and skill_id = $id`,
  params: { id: uuid },
  row: storedLimit,
});

/** Undefined where the skill has no limit. */
export function findSkillLimit(tx: CompanyTransaction, id: string): Promise<StoredLimit | undefined> {
  return tx.find(findSkillLimitStatement, { id });
}

const upsertSkillLimitStatement = statement({
  text: `
    insert into skill_limits (company_id, skill_id, limit_ten_thousandths) values ($companyId, $id, $limit)
    on conflict (company_id, skill_id)
    do update set limit_ten_thousandths = excluded.limit_ten_thousandths, version = default
    returning version`,
  params: { id: uuid, limit: integer },
  row: { version: integer },
});

/** Returns the new version, which no other skill limit has or had. */
export async function upsertSkillLimit(tx: CompanyTransaction, id: string, limit: TenThousandths): Promise<number> {
  return (await tx.get(upsertSkillLimitStatement, { id, limit })).version;
}

const deleteSkillLimitStatement = statement({
  text: 'delete from skill_limits where company_id = $companyId and skill_id = $id',
  params: { id: uuid },
});

export async function deleteSkillLimit(tx: CompanyTransaction, id: string): Promise<void> {
  await tx.run(deleteSkillLimitStatement, { id });
}
