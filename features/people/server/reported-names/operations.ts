import type { reportedNamesContract } from '#features/people/contract/reported-names.ts';
import { createAttribute, deleteAttribute, listAttributes } from './attributes/attributes.service.ts';
import { mapAttributeValue } from './attributes/map-value.service.ts';
import { listReportedSkills, mapReportedSkill } from './reported-skills.service.ts';
import { listReportedUsers, mapReportedUser } from './reported-users.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const reportedNamesOperations: Operations<typeof reportedNamesContract> = {
  listSkills: (portal, { actor }) => listReportedSkills(portal, actor),
  mapSkill: (portal, call, { params, body }) =>
    mapReportedSkill(portal, call, { id: params.id, skillId: body.skillId }),
  listAttributes: (portal, { actor }) => listAttributes(portal, actor),
  createAttribute: (portal, call, { body }) => createAttribute(portal, call, body),
  deleteAttribute: (portal, call, { params }) => deleteAttribute(portal, call, params.id),
  mapValue: (portal, call, { params, body }) => mapAttributeValue(portal, call, { id: params.id, ...body }),
  listUsers: (portal, { actor }) => listReportedUsers(portal, actor),
  mapUser: (portal, call, { params, body }) => mapReportedUser(portal, call, { id: params.id, userId: body.userId }),
};
