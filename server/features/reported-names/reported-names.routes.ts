import { implement } from '@orpc/server';
import { reportedNamesContract } from '#contract/intake/reported-names.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import { createAttribute, deleteAttribute, listAttributes } from './attributes/attributes.service.ts';
import { mapAttributeValue } from './attributes/map-value.service.ts';
import { listReportedSkills, mapReportedSkill, type ReportedNamesDependencies } from './reported-skills.service.ts';
import { listReportedUsers, mapReportedUser } from './reported-users.service.ts';

export function reportedNamesRoutes(dependencies: ReportedNamesDependencies) {
  const os = implement(reportedNamesContract).$context<RequestContext>();
  return os.router({
    listSkills: os.listSkills.handler(({ context }) => listReportedSkills(dependencies, getActor(context))),
    mapSkill: os.mapSkill.handler(({ context, input: { params, body } }) =>
      mapReportedSkill(dependencies, toCallContext(context), { id: params.id, skillId: body.skillId }),
    ),
    listAttributes: os.listAttributes.handler(({ context }) => listAttributes(dependencies, getActor(context))),
    createAttribute: os.createAttribute.handler(({ context, input }) =>
      createAttribute(dependencies, toCallContext(context), input.body),
    ),
    deleteAttribute: os.deleteAttribute.handler(({ context, input }) =>
      deleteAttribute(dependencies, toCallContext(context), input.params.id),
    ),
    mapValue: os.mapValue.handler(({ context, input: { params, body } }) =>
      mapAttributeValue(dependencies, toCallContext(context), { id: params.id, ...body }),
    ),
    listUsers: os.listUsers.handler(({ context }) => listReportedUsers(dependencies, getActor(context))),
    mapUser: os.mapUser.handler(({ context, input: { params, body } }) =>
      mapReportedUser(dependencies, toCallContext(context), { id: params.id, userId: body.userId }),
    ),
  });
}
