import { implement } from '@orpc/server';
import { skillsContract } from '#contract/skills/skills.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { addScreenshot } from './screenshots.service.ts';
import { removeSkill, saveSkill } from './skill-changes.service.ts';
import { createSkill, readSkill, readSkillOptions, readStore } from './skills.service.ts';
import type { SkillsDependencies } from './skills.service.ts';

export function skillsRoutes(dependencies: SkillsDependencies) {
  const os = implement(skillsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => readSkillOptions(dependencies, getActor(context))),
    listStore: os.listStore.handler(({ context }) => readStore(dependencies, getActor(context))),
    get: os.get.handler(({ context, input }) => readSkill(dependencies, getActor(context), input.params._id)),
    create: os.create.handler(({ context, input }) =>
      createSkill(dependencies, toCallContext(context), input.body, input.headers['idempotency-key']),
    ),
    update: os.update.handler(({ context, input }) =>
      saveSkill(dependencies, toCallContext(context), input.params._id, input.body),
    ),
    delete: os.delete.handler(({ context, input }) =>
      removeSkill(dependencies, toCallContext(context), input.params._id, input.body),
    ),
    createScreenshot: os.createScreenshot.handler(({ context, input }) =>
      addScreenshot(dependencies, toCallContext(context), input.body),
    ),
  });
}
