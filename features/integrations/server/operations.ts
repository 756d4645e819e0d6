import type { integrationsContract } from '#features/integrations/contract/integrations.ts';
import { connectionTests } from './connection-test.service.ts';
import { updateGrant, listGrants } from './grants.service.ts';
import {
  createIntegration,
  getIntegration,
  listIntegrations,
  deleteIntegration,
  deleteIntegrations,
  updateIntegration,
} from './integrations.service.ts';
import type { assistantIntegrationsContract } from '#features/integrations/contract/assistant-integrations.ts';
import { credentialsReader, listForAssistant } from './assistant-integrations.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const integrationsOperations: Operations<typeof integrationsContract> = {
  list: (portal, { actor }) => listIntegrations(portal, actor),
  get: (portal, { actor }, { params }) => getIntegration(portal, actor, params.id),
  create: (portal, call, { body, headers }) => createIntegration(portal, call, body, headers['idempotency-key']),
  update: (portal, call, { params, body }) => updateIntegration(portal, call, params.id, body),
  delete: (portal, call, { params }) => deleteIntegration(portal, call, params.id),
  deleteMany: (portal, call, { body }) => deleteIntegrations(portal, call, body),
  test: (portal, call, { body }) => connectionTests(portal).testTyped(call, body),
  testStored: (portal, call, { params }) => connectionTests(portal).testStored(call, params.id),
  listGrants: (portal, { actor }, { params }) => listGrants(portal, actor, params.id),
  createGrant: (portal, call, { params }) =>
    updateGrant(portal, call, { integrationId: params.id, keyId: params.keyId, isGranted: true }),
  deleteGrant: (portal, call, { params }) =>
    updateGrant(portal, call, { integrationId: params.id, keyId: params.keyId, isGranted: false }),
};

export const assistantIntegrationsOperations: Operations<typeof assistantIntegrationsContract> = {
  list: async (portal, { intakeCaller, responseHeaders }) => {
    const answer = await listForAssistant(portal, intakeCaller);
    responseHeaders.set('etag', `"${answer.version}"`);
    return answer;
  },
  getCredentials: (portal, { intakeCaller, requestId }, { params }) =>
    credentialsReader(portal)(intakeCaller, params.id.toLowerCase(), requestId),
};
