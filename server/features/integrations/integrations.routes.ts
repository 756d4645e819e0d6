import { implement } from '@orpc/server';
import { integrationsContract } from '#contract/integrations/integrations.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, getIntakeCaller, type RequestContext } from '../../lib/request/request-context.ts';
import { createConnectionTests, type ConnectionTestDependencies } from './connection-test.service.ts';
import { updateGrant, listGrants } from './grants.service.ts';
import {
  createIntegration,
  getIntegration,
  listIntegrations,
  deleteIntegration,
  updateIntegration,
} from './integrations.service.ts';
import { assistantIntegrationsContract } from '#contract/intake/assistant-integrations.ts';
import {
  createCredentialsReader,
  listForAssistant,
  type AssistantIntegrationsDependencies,
} from './assistant-integrations.service.ts';

export function integrationsRoutes(dependencies: ConnectionTestDependencies) {
  const os = implement(integrationsContract).$context<RequestContext>();
  const tests = createConnectionTests(dependencies);
  return os.router({
    list: os.list.handler(({ context }) => listIntegrations(dependencies, getActor(context))),
    get: os.get.handler(({ context, input }) => getIntegration(dependencies, getActor(context), input.params.id)),
    create: os.create.handler(({ context, input }) =>
      createIntegration(dependencies, toCallContext(context), input.body, input.headers['idempotency-key']),
    ),
    update: os.update.handler(({ context, input }) =>
      updateIntegration(dependencies, toCallContext(context), input.params.id, input.body),
    ),
    delete: os.delete.handler(({ context, input }) =>
      deleteIntegration(dependencies, toCallContext(context), input.params.id),
    ),
    test: os.test.handler(({ context, input }) => tests.testTyped(toCallContext(context), input.body)),
    testStored: os.testStored.handler(({ context, input }) =>
      tests.testStored(toCallContext(context), input.params.id),
    ),
    listGrants: os.listGrants.handler(({ context, input }) =>
      listGrants(dependencies, getActor(context), input.params.id),
    ),
    createGrant: os.createGrant.handler(({ context, input: { params } }) =>
      updateGrant(dependencies, toCallContext(context), {
        integrationId: params.id,
        keyId: params.keyId,
        isGranted: true,
      }),
    ),
    deleteGrant: os.deleteGrant.handler(({ context, input: { params } }) =>
      updateGrant(dependencies, toCallContext(context), {
        integrationId: params.id,
        keyId: params.keyId,
        isGranted: false,
      }),
    ),
  });
}

export function assistantIntegrationsRoutes(dependencies: AssistantIntegrationsDependencies) {
  const os = implement(assistantIntegrationsContract).$context<RequestContext>();
  const readCredentials = createCredentialsReader(dependencies);
  return os.router({
    list: os.list.handler(async ({ context }) => {
      const answer = await listForAssistant(dependencies, getIntakeCaller(context));
      context.responseHeaders.set('etag', `"${answer.version}"`);
      return answer;
    }),
    getCredentials: os.getCredentials.handler(({ context, input }) =>
      readCredentials(getIntakeCaller(context), input.params.id.toLowerCase(), context.requestId),
    ),
  });
}
