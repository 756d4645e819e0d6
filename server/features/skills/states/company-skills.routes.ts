import { implement } from '@orpc/server';
import { companySkillsContract, skillApprovalsContract } from '#contract/skills/company-skills.ts';
import { toCallContext } from '../../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../../lib/request/request-context.ts';
import type { SkillsDependencies } from '../skills.service.ts';
import { resendRequest, updateSkillState } from './change-state.service.ts';
import { getCompanySkill, updateCompanySkill } from './company-skills.service.ts';
import { decideApproval, findApproval } from './skill-approvals.service.ts';
import { deleteTransport, getTransport, createTransport } from './transport.service.ts';

export function companySkillsRoutes(dependencies: SkillsDependencies) {
  const os = implement(companySkillsContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context, input }) => getCompanySkill(dependencies, getActor(context), input.params._id)),
    update: os.update.handler(({ context, input }) =>
      updateCompanySkill(dependencies, toCallContext(context), input.params._id, input.body),
    ),
    changeState: os.changeState.handler(({ context, input }) =>
      updateSkillState(dependencies, toCallContext(context), input.params._id, input.body),
    ),
    resendRequest: os.resendRequest.handler(({ context, input }) =>
      resendRequest(dependencies, toCallContext(context), input.params._id),
    ),
    getTransport: os.getTransport.handler(({ context, input }) =>
      getTransport(dependencies, getActor(context), input.params._id),
    ),
    updateTransport: os.updateTransport.handler(({ context, input }) =>
      createTransport(dependencies, toCallContext(context), {
        id: input.params._id,
        name: input.query.name,
        file: input.body,
      }),
    ),
    deleteTransport: os.deleteTransport.handler(({ context, input }) =>
      deleteTransport(dependencies, toCallContext(context), input.params._id),
    ),
  });
}

export function skillApprovalsRoutes(dependencies: SkillsDependencies) {
  const os = implement(skillApprovalsContract).$context<RequestContext>();
  return os.router({
    find: os.find.handler(({ input }) => findApproval(dependencies, input.body.token)),
    decide: os.decide.handler(({ context, input }) =>
      decideApproval(dependencies, { ...input.body, reason: input.body.reason, requestId: context.requestId }),
    ),
  });
}
