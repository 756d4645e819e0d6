import { and, eq } from 'drizzle-orm';
import { unmappedId, unmappedName } from '#contract/analytics/conversations.ts';
import type { SkillOption } from '#contract/skills/skills.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import { skills } from '../../database/schema/skills.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import type { SkillValues, StoredSkill } from './stored-skill.ts';

/* The wall lets a company see its own skills and the provider's. A deleted one is there as long as conversations name it. */
const optionsStatement = {
  name: 'skills list',
  text: `select id, id as "_id", name, is_mapped as "isMapped" from (
      select id::text, name, true as is_mapped from skills
      where deleted_at is null or id in (select skill_id from reported_skills)
      union all
      select id::text, name, false from reported_skills where skill_id is null
      union all
      select '${unmappedId}', '${unmappedName}', false where exists (select from skill_monthly_stats where skill_number = 0)
    ) options order by lower(name), is_mapped desc, id`,
};

export async function listSkillOptions(tx: Transaction): Promise<SkillOption[]> {
  const { rows } = await toExecutor(tx).query<SkillOption>(optionsStatement);
  return rows;
}

const selection = `
  select s.id, s.name, s.description, s.area, s.service_provider as "serviceProvider",
    s.domain_knowledge as "domainKnowledge", s.skill_result as "skillResult",
    s.conversation_info as "conversationInfo", s.screen_shots as "screenShots",
    s.workflow_approval as "workflowApproval", s.is_provided as "isProvided", s.version,
    coalesce(p.price_ten_thousandths, s.price_ten_thousandths)::float8 as "priceTenThousandths",
    l.limit_ten_thousandths::float8 as "limitTenThousandths"
  from skills s
  left join skill_prices p on p.skill_id = s.id
  left join skill_limits l on l.skill_id = s.id
  where s.deleted_at is null`;

const storeStatement = { name: 'skills store', text: `${selection} order by lower(s.name), s.id` };

/** The company's own and the provider's, by name. */
export async function listSkills(tx: Transaction): Promise<StoredSkill[]> {
  return (await toExecutor(tx).query<StoredSkill>(storeStatement)).rows;
}

export async function findSkill(tx: Transaction, id: string): Promise<StoredSkill | undefined> {
  const { rows } = await toExecutor(tx).query<StoredSkill>(`${selection} and s.id = $1`, [id]);
  return rows[0];
}

/** Whether the skill is one that the company may change; then nobody else can until the transaction ends. */
export async function lockSkill(tx: Transaction, id: string): Promise<boolean> {
  const text = 'select from skills where id = $1 and deleted_at is null for no key update';
  const { rowCount } = await toExecutor(tx).query(text, [id]);
  return rowCount === 1;
}

/** Answers the new skill's id. */
export async function insertSkill(tx: Transaction, values: SkillValues, now: Date): Promise<string> {
  const [skill] = await tx
    .insert(skills)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning({ id: skills.id });
  if (!skill) throw new Error('the insert returned no row');
  return skill.id;
}

type Locked = Pick<StoredSkill, 'id' | 'version'>;

/** Writes a skill that this transaction has locked. */
export async function updateSkill(
  tx: Transaction,
  { id, version }: Locked,
  values: SkillValues | { deletedAt: Date },
  now: Date,
): Promise<void> {
  const updated = await tx
    .update(skills)
    .set({ ...values, version: version + 1, updatedAt: now })
    .where(and(eq(skills.id, id), eq(skills.version, version)))
    .returning({ id: skills.id });
  if (updated.length !== 1) throw new Error('the locked skill was changed by somebody else');
}

/** From now on the skill's own price counts for the company. */
export async function deleteAgreedPrice(tx: Transaction, id: string): Promise<void> {
  await toExecutor(tx).query('delete from skill_prices where skill_id = $1', [id]);
}
