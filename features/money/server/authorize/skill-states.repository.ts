import type { SkillState } from '#features/skills/contract/skill-states.ts';
import { joinCompanySkill, skillState } from '#server/records/skill-state.sql.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, integer, nullable, textOf, uuid, type RowOf } from '#server/sql/types.ts';

const mappedSkill = {
  /** Number of the reported skill. */
  number: integer,
  state: textOf<SkillState>(),
  /** The backend system of the skill, while it is active. */
  integrationId: nullable(uuid),
};
export type MappedSkill = RowOf<typeof mappedSkill>;

const listMappedSkillsStatement = statement({
  name: 'authorize.skill-states',
  text: `
    select r.number, ${skillState} as state, i.id as "integrationId"
    from reported_skills r
    join skills s on s.id = r.skill_id and (s.company_id = $companyId or s.is_provided)
    ${joinCompanySkill}
    left join integrations i on i.company_id = $companyId and i.id = c.integration_id and i.status
    where r.company_id = $companyId and r.number = any($numbers)`,
  params: { numbers: array(integer) },
  row: mappedSkill,
});

/** The skills that reported skills are mapped to, by number. A name without a skill is missing. */
export async function listMappedSkills(
  tx: CompanyTransaction,
  numbers: readonly number[],
): Promise<Map<number, MappedSkill>> {
  const rows = await tx.list(listMappedSkillsStatement, { numbers: [...new Set(numbers)] });
  return new Map(rows.map((row) => [row.number, row]));
}
