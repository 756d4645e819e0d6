import { implement } from '@orpc/server';
import { agreedPricesContract } from '#contract/skills/agreed-prices.ts';
import { skillsContract } from '#contract/skills/skills.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import { uploadScreenshot } from './screenshots.service.ts';
import { deleteSkill, updateSkill } from './skill-changes.service.ts';
import { createSkill, getSkill, listSkillOptions, listStore, type SkillsDependencies } from './skills.service.ts';
import {
  agreePrice,
  listAgreedPrices,
  listCompanyPrices,
  type AgreedPricesDependencies,
} from './prices/agreed-prices.service.ts';

export function skillsRoutes(dependencies: SkillsDependencies) {
  const os = implement(skillsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listSkillOptions(dependencies, getActor(context))),
    listStore: os.listStore.handler(({ context }) => listStore(dependencies, getActor(context))),
    get: os.get.handler(({ context, input }) => getSkill(dependencies, getActor(context), input.params._id)),
    create: os.create.handler(({ context, input }) =>
      createSkill(dependencies, toCallContext(context), input.body, input.headers['idempotency-key']),
    ),
    update: os.update.handler(({ context, input }) =>
      updateSkill(dependencies, toCallContext(context), input.params._id, input.body),
    ),
    delete: os.delete.handler(({ context, input }) =>
      deleteSkill(dependencies, toCallContext(context), input.params._id, input.body),
    ),
    createScreenshot: os.createScreenshot.handler(({ context, input }) =>
      uploadScreenshot(dependencies, toCallContext(context), input.body),
    ),
  });
}

export function agreedPricesRoutes(dependencies: AgreedPricesDependencies) {
  const os = implement(agreedPricesContract).$context<RequestContext>();
  return os.router({
    listAll: os.listAll.handler(({ context }) => listCompanyPrices(dependencies, getActor(context))),
    list: os.list.handler(({ context, input }) => listAgreedPrices(dependencies, getActor(context), input.params._id)),
    create: os.create.handler(({ context, input }) =>
      agreePrice(dependencies, toCallContext(context), { id: input.params._id, ...input.body }),
    ),
  });
}
