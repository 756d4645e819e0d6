import { implement } from '@orpc/server';
import { reportedNamesContract } from '#contract/intake/reported-names.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { listReportedSkills, mapReportedSkill } from './reported-skills.service.ts';
import type { ReportedNamesDependencies } from './reported-skills.service.ts';
import { listReportedUsers, mapReportedUser } from './reported-users.service.ts';

export function reportedNamesRoutes(dependencies: ReportedNamesDependencies) {
  const os = implement(reportedNamesContract).$context<RequestContext>();
  return os.router({
    listSkills: os.listSkills.handler(({ context }) => listReportedSkills(dependencies, getActor(context))),
    mapSkill: os.mapSkill.handler(({ context, input: { params, body } }) =>
      mapReportedSkill(dependencies, toCallContext(context), { id: params.id, skillId: body.skillId }),
    ),
    listUsers: os.listUsers.handler(({ context }) => listReportedUsers(dependencies, getActor(context))),
    mapUser: os.mapUser.handler(({ context, input: { params, body } }) =>
      mapReportedUser(dependencies, toCallContext(context), { id: params.id, userId: body.userId }),
    ),
  });
}
