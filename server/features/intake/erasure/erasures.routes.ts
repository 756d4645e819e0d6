import { implement } from '@orpc/server';
import { erasuresContract } from '#contract/privacy/erasures.ts';
import { toCallContext } from '../../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../../lib/request/request-context.ts';
import { deleteConversation, deleteKeyContents, getKeyContents, listErasures } from './erasures.service.ts';
import { exportPerson } from './export-person.service.ts';
import { erasePerson, getCertificate, getPerson, listPersons, type PersonDependencies } from './persons.service.ts';

export function erasuresRoutes(dependencies: PersonDependencies) {
  const os = implement(erasuresContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listErasures(dependencies, getActor(context))),
    deleteConversation: os.deleteConversation.handler(({ context, input: { params, body } }) =>
      deleteConversation(dependencies, toCallContext(context), { id: params.id, ...body }),
    ),
    getKeyContents: os.getKeyContents.handler(({ context, input }) =>
      getKeyContents(dependencies, getActor(context), input.params.id),
    ),
    deleteKeyContents: os.deleteKeyContents.handler(({ context, input: { params, body } }) =>
      deleteKeyContents(dependencies, toCallContext(context), { id: params.id, ...body }),
    ),
    listPersons: os.listPersons.handler(({ context, input }) =>
      listPersons(dependencies, getActor(context), input.query.search),
    ),
    getPerson: os.getPerson.handler(({ context, input }) =>
      getPerson(dependencies, getActor(context), input.params.id),
    ),
    exportPerson: os.exportPerson.handler(({ context, input }) =>
      exportPerson(dependencies, toCallContext(context), input.params.id),
    ),
    erasePerson: os.erasePerson.handler(({ context, input: { params, body } }) =>
      erasePerson(dependencies, toCallContext(context), { id: params.id, ...body }),
    ),
    getCertificate: os.getCertificate.handler(({ context, input }) =>
      getCertificate(dependencies, getActor(context), input.params.id),
    ),
  });
}
