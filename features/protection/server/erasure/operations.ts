import type { erasuresContract } from '#features/protection/contract/erasures.ts';
import { resolveConversation } from '#domain/masking/asked-conversation.ts';
import { deleteConversation, deleteKeyContents, getKeyContents, listErasures } from './erasures.service.ts';
import { exportPerson } from './export-person.service.ts';
import { erasePerson, getCertificate, getPerson, listPersons } from './persons.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const erasuresOperations: Operations<typeof erasuresContract> = {
  list: (portal, { actor }) => listErasures(portal, actor),
  deleteConversation: async (portal, call, { params, body }) =>
    deleteConversation(portal, call, { id: await resolveConversation(portal, call.actor, params.id), ...body }),
  getKeyContents: (portal, { actor }, { params }) => getKeyContents(portal, actor, params.id),
  deleteKeyContents: (portal, call, { params, body }) => deleteKeyContents(portal, call, { id: params.id, ...body }),
  listPersons: (portal, { actor }, { query }) => listPersons(portal, actor, query.search),
  getPerson: (portal, { actor }, { params }) => getPerson(portal, actor, params.id),
  exportPerson: (portal, call, { params }) => exportPerson(portal, call, params.id),
  erasePerson: (portal, call, { params, body }) => erasePerson(portal, call, { id: params.id, ...body }),
  getCertificate: (portal, { actor }, { params }) => getCertificate(portal, actor, params.id),
};
