import { implement } from '@orpc/server';
import { assistantIntegrationsContract } from '#contract/intake/assistant-integrations.ts';
import { getIntakeCaller } from '../../lib/request/request-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { createCredentialsReader, listForAssistant } from './assistant-integrations.service.ts';
import type { AssistantIntegrationsDependencies } from './assistant-integrations.service.ts';

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
