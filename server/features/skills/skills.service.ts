import type { SkillOption } from '#contract/skills.ts';
import type { Database } from '../../database/open-database.ts';
import type { Actor } from '../../lib/actor.ts';
import { listSkillOptions } from './skills.repository.ts';

export interface SkillsDependencies {
  readonly database: Database;
}

/** Names alone, so everybody may have them: filters need them. */
export function readSkillOptions({ database }: SkillsDependencies, actor: Actor): Promise<SkillOption[]> {
  return database.readCompany(actor.companyId, listSkillOptions);
}
