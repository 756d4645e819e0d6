import { implement } from '@orpc/server';
import { skillsContract } from '#contract/skills.ts';
import { getActor } from '../../lib/request-context.ts';
import type { RequestContext } from '../../lib/request-context.ts';
import { readSkillOptions } from './skills.service.ts';
import type { SkillsDependencies } from './skills.service.ts';

export function skillsRoutes(dependencies: SkillsDependencies) {
  const os = implement(skillsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => readSkillOptions(dependencies, getActor(context))),
  });
}
