import { unmappedId, unmappedName } from '#contract/conversations.ts';
import type { SkillOption } from '#contract/skills.ts';
import { toExecutor } from '../../database/executor.ts';
import type { Transaction } from '../../database/transactions.ts';

/* The wall lets a company see its own skills and the provider's. A deleted one is there as long as conversations name it. */
const listStatement = {
  name: 'skills list',
  text: `select id, id as "_id", name, is_mapped as "isMapped" from (
      select id::text, name, true as is_mapped from skills
      where deleted_at is null or id in (select skill_id from reported_skills)
      union all
      select id::text, name, false from reported_skills where skill_id is null
      union all
      select '${unmappedId}', '${unmappedName}', false where exists (select from skill_months where skill_number = 0)
    ) options order by lower(name), is_mapped desc, id`,
};

export async function listSkillOptions(tx: Transaction): Promise<SkillOption[]> {
  const { rows } = await toExecutor(tx).query<SkillOption>(listStatement);
  return rows;
}
