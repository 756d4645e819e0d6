import type { SkillOption } from '#contract/skills.ts';
import { toExecutor } from '../../database/executor.ts';
import type { Transaction } from '../../database/transactions.ts';

/* The wall lets a company see its own skills and the provider's. */
const listStatement = {
  name: 'skills list',
  text: `select id, id as "_id", name, is_mapped as "isMapped" from (
      select id, name, true as is_mapped from skills where deleted_at is null
      union all
      select id, name, false from reported_skills where skill_id is null
    ) options order by lower(name), is_mapped desc, id`,
};

export async function listSkillOptions(tx: Transaction): Promise<SkillOption[]> {
  const { rows } = await toExecutor(tx).query<SkillOption>(listStatement);
  return rows;
}
