import { joinPrice } from '#domain/ledger/prices/prices.sql.ts';
import type { ReportedSkill } from '#features/people/contract/reported-names.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, date, integer, nullable, text, uuid, type RowOf, type SqlType } from '#server/sql/types.ts';

const reportedSkill = {
  id: uuid,
  name: text,
  skillId: nullable(uuid),
  skillName: nullable(text),
  conversations: integer,
  isPriced: boolean,
} satisfies Record<Exclude<keyof ReportedSkill, 'canMap'>, SqlType<unknown>>;

export type StoredReportedSkill = RowOf<typeof reportedSkill>;

/* Names deleted skills too, because conversations are still shown under them. */
const selection = `
  select r.id, r.name, r.skill_id as "skillId", s.name as "skillName", coalesce(m.total, 0)::int8 as conversations,
    coalesce(p.price, 0) > 0 as "isPriced"
  from reported_skills r
  left join skills s on s.id = r.skill_id and (s.company_id = $companyId or s.is_provided)
  ${joinPrice('s', '$today::date', 'p')}
  left join (
    select skill_number, sum(conversations) as total from skill_monthly_stats
    where company_id = $companyId group by skill_number
  ) m on m.skill_number = r.number
  where r.company_id = $companyId`;

/** Unmapped ones first, those with the most conversations on top. */
export const listReportedSkills = statement.list({
  text: `${selection} order by r.skill_id is not null, m.total desc nulls last, r.name_key, r.id`,
  params: { today: date },
  row: reportedSkill,
});

/** @throws Error for an unknown id */
export const getReportedSkill = statement.get({
  text: `${selection} and r.id = $id`,
  params: { id: uuid, today: date },
  row: reportedSkill,
});

const lockReportedSkillStatement = statement({
  text: 'select from reported_skills where company_id = $companyId and id = $id for no key update',
  params: { id: uuid },
});

/** Locks the row until the transaction ends; undefined where there is none. */
export async function lockReportedSkill(
  tx: CompanyTransaction,
  id: string,
  today: string,
): Promise<StoredReportedSkill | undefined> {
  return (await tx.run(lockReportedSkillStatement, { id })) === 0 ? undefined : getReportedSkill(tx, { id, today });
}

const isSkillAvailableStatement = statement({
  text: `
    select exists (
      select from skills where (company_id = $companyId or is_provided) and id = $id and deleted_at is null
    ) as "isAvailable"`,
  params: { id: uuid },
  row: { isAvailable: boolean },
});

/** Whether the skill is in the company's store. */
export async function isSkillAvailable(tx: CompanyTransaction, id: string): Promise<boolean> {
  return (await tx.get(isSkillAvailableStatement, { id })).isAvailable;
}

export const mapReportedSkill = statement.run({
  text: 'update reported_skills set skill_id = $skillId where company_id = $companyId and id = $id',
  params: { id: uuid, skillId: nullable(uuid) },
});
