import type { companySkillsContract, skillApprovalsContract } from '#features/skills/contract/company-skills.ts';
import { resendRequest, updateSkillState } from './change-state.service.ts';
import { updateSkillStates } from './change-states.service.ts';
import { getCompanySkill, updateCompanySkill } from './company-skills.service.ts';
import { decideApproval, findApproval } from './skill-approvals.service.ts';
import { deleteTransport, getTransport, createTransport } from './transport.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const companySkillsOperations: Operations<typeof companySkillsContract> = {
  get: (portal, { actor }, { params }) => getCompanySkill(portal, actor, params._id),
  update: (portal, call, { params, body }) => updateCompanySkill(portal, call, params._id, body),
  changeState: (portal, call, { params, body }) => updateSkillState(portal, call, params._id, body),
  changeStates: (portal, call, { body }) => updateSkillStates(portal, call, body),
  resendRequest: (portal, call, { params }) => resendRequest(portal, call, params._id),
  getTransport: (portal, { actor }, { params }) => getTransport(portal, actor, params._id),
  updateTransport: (portal, call, { params, query, body }) =>
    createTransport(portal, call, {
      id: params._id,
      name: query.name,
      file: body,
    }),
  deleteTransport: (portal, call, { params }) => deleteTransport(portal, call, params._id),
};

export const skillApprovalsOperations: Operations<typeof skillApprovalsContract> = {
  find: (portal, _call, { body }) => findApproval(portal, body.token),
  decide: (portal, { requestId }, { body }) =>
    decideApproval(portal, { ...body, reason: body.reason, requestId: requestId }),
};
