import type pg from 'pg';
import { toSkillKey } from '../lib/reported-names.ts';
import type { ReportedSkill } from '../lib/reported-names.ts';
import { toTexts } from '../sql/sql-arrays.ts';

type Executor = Pick<pg.PoolClient, 'query'>;
type Numbered = { readonly name_key: string; readonly number: number };

const findText = 'select name_key, number from reported_skills where company_id = $1 and name_key = any($2::text[])';

/* Own ones before those of the provider, the newest first. */
const candidatesText = `
  select id, name from skills where deleted_at is null and (company_id = $1 or is_provided)
  order by (company_id = $1) desc, created_at desc, id`;

const insertText = `
  insert into reported_skills (company_id, name, name_key, skill_id)
  select $1, * from unnest($2::text[], $3::text[], $4::uuid[]) returning name_key, number`;

/** The numbers of skills by key; one that is named for the first time is taken for the skill of that name. */
export async function findSkillNumbers(
  executor: Executor,
  companyId: string,
  skills: Iterable<ReportedSkill>,
): Promise<Map<string, number>> {
  const named = new Map<string, ReportedSkill>();
  for (const skill of skills) if (!named.has(skill.key)) named.set(skill.key, skill);
  const values = [companyId, toTexts([...named.keys()])];
  const known = await executor.query<Numbered>({ name: 'intake: find skills', text: findText, values });
  const numbers = new Map(known.rows.map((row) => [row.name_key, row.number]));
  const unknown = [...named.values()].filter(({ key }) => !numbers.has(key));
  for (const row of await insertSkills(executor, companyId, unknown)) numbers.set(row.name_key, row.number);
  return numbers;
}

async function insertSkills(executor: Executor, companyId: string, skills: readonly ReportedSkill[]) {
  if (skills.length === 0) return [];
  const candidates = await executor.query<{ id: string; name: string }>(candidatesText, [companyId]);
  const idOf = (key: string) => candidates.rows.find(({ name }) => toSkillKey(name) === key)?.id ?? null;
  const { rows } = await executor.query<Numbered>(insertText, [
    companyId,
    skills.map(({ name }) => name),
    skills.map(({ key }) => key),
    skills.map(({ key }) => idOf(key)),
  ]);
  return rows;
}
