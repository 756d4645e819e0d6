import type { ReportedSkill } from '#contract/intake/intake-keys.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

/** The name of a deleted skill stays: conversations are still shown under it. */
const selection = `
  select r.id, r.name, r.skill_id as "skillId", s.name as "skillName", coalesce(m.total, 0)::float8 as conversations
  from reported_skills r
  left join skills s on s.id = r.skill_id
  left join (select skill_number, sum(conversations) as total from skill_monthly_stats group by skill_number) m
    on m.skill_number = r.number`;

/** Unmapped ones first, the most talked about on top. */
export async function listReportedSkills(tx: Transaction): Promise<ReportedSkill[]> {
  const text = `${selection} order by r.skill_id is not null, m.total desc nulls last, r.name_key, r.id`;
  const { rows } = await toExecutor(tx).query<ReportedSkill>(text);
  return rows;
}

export async function findReportedSkill(tx: Transaction, id: string): Promise<ReportedSkill | undefined> {
  const { rows } = await toExecutor(tx).query<ReportedSkill>(`${selection} where r.id = $1`, [id]);
  return rows[0];
}

/** Of several who map one skill, the last waits for the others; undefined where there is none. */
export async function lockReportedSkill(tx: Transaction, id: string): Promise<ReportedSkill | undefined> {
  await toExecutor(tx).query('select from reported_skills where id = $1 for no key update', [id]);
  return findReportedSkill(tx, id);
}

/** Whether the company has this skill in its store. */
export async function hasSkill(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await toExecutor(tx).query('select from skills where id = $1 and deleted_at is null', [id]);
  return rowCount !== 0;
}

export async function updateMapping(tx: Transaction, id: string, skillId: string | null): Promise<void> {
  await toExecutor(tx).query('update reported_skills set skill_id = $2 where id = $1', [id, skillId]);
}
