import { createORPCClient } from '@orpc/client';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { config } from 'zod/v4/core';
import { companyHeader } from '#contract/constants.ts';
import type { contract } from '#contract/router.ts';
import { findRoute, getBaseUrl, needsIdentityToken } from './api-address.ts';
import { ApiProblem, networkProblem, toApiProblem } from './api-problem.ts';
import { findChosenCompany } from './chosen-company.ts';
import routes from './contract-routes.json';
import { getIdentityToken, renewIdentityToken } from './identity-token.ts';

// The content policy allows no generated code, and a mere attempt would be reported.
config({ jitless: true });

/** The link needs methods and paths alone; the schemas stay in the chunks of the forms that check with them. */
function toRouter(): AnyContractRouter {
  const toProcedure = ({ method, path }: { method: string; path: string }) => ({
    '~orpc': { errorMap: {}, meta: {}, route: { method, path, inputStructure: 'detailed' } },
  });
  const groups = Object.entries(routes).map(([group, endpoints]) => [
    group,
    Object.fromEntries(Object.entries(endpoints).map(([name, route]) => [name, toProcedure(route)])),
  ]);
  return Object.fromEntries(groups) as AnyContractRouter;
}

async function send(request: Request, init: RequestInit, path: readonly string[]): Promise<Response> {
  if (!needsIdentityToken(path)) return fetch(request, init);
  const token = await getIdentityToken();
  const response = await fetch(withToken(request.clone(), token), init);
  if (response.status !== 401) return response;
  return fetch(withToken(request, await renewIdentityToken(token)), init);
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`);
  return request;
}

function getHeaders(path: readonly string[]): Record<string, string> {
  const companyId = needsIdentityToken(path) ? findChosenCompany() : undefined;
  return companyId === undefined ? {} : { [companyHeader]: companyId };
}

/** A call that was called off is no problem to show; everything else becomes one. */
function toThrown(error: unknown, signal: AbortSignal | undefined): unknown {
  return error instanceof ApiProblem || signal?.aborted ? error : networkProblem(error);
}

const link = new OpenAPILink(toRouter(), {
  url: (_options, path) => getBaseUrl(findRoute(path)?.target ?? 'main'),
  headers: (_options, path) => getHeaders(path),
  fetch: (request, init, _options, path) => send(request, init, path),
  customErrorResponseBodyDecoder: (body, response) => toApiProblem(response.status, body),
  interceptors: [
    async ({ next, signal }) => {
      try {
        return await next();
      } catch (error) {
        throw toThrown(error, signal);
      }
    },
  ],
});

/** Every endpoint of the contract as a function. All of them throw `ApiProblem`. */
export const client: ContractRouterClient<typeof contract> = createORPCClient(link);
