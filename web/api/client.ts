import { createORPCClient, type ClientLink } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '#contract/router.ts';
import { getRoute, type ContractRoute } from './api-address.ts';
import { ApiProblem, networkProblem, toApiProblem } from './api-problem.ts';
import { buildRequest, type CallInput } from './contract-request.ts';
import { noteMaintenance } from './session/maintenance.ts';
import { getIdentityToken, renewIdentityToken } from './session/identity-token.ts';

/** Sends a request with the identity token, where its endpoint needs one. */
export async function send(request: Request, route: ContractRoute): Promise<Response> {
  if (route.isOpen) return fetch(request);
  const token = await getIdentityToken();
  const response = await fetch(withToken(request.clone(), token));
  if (response.status !== 401) return response;
  return fetch(withToken(request, await renewIdentityToken(token)));
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`);
  return request;
}

const hasType = (response: Response, type: string) => response.headers.get('content-type')?.startsWith(type) ?? false;

/** @throws ApiProblem of an answer that is a refusal, or a page of something between here and the portal */
export async function checkAnswer(response: Response): Promise<void> {
  if (response.ok && response.status !== 204 && hasType(response, 'text/html')) throw networkProblem();
  if (response.ok) return;
  const body: unknown = hasType(response, 'application/json') ? await response.json() : undefined;
  throw toApiProblem(response.status, body, response.headers.get('retry-after'));
}

/** JSON, the bytes of a file, or nothing. */
async function readAnswer(response: Response): Promise<unknown> {
  await checkAnswer(response);
  if (response.status === 204) return undefined;
  // A file can be JSON too, e.g. a certificate.
  const isFile = response.headers.has('content-disposition') || !hasType(response, 'application/json');
  return isFile ? response.blob() : response.json();
}

/** A call that was called off is no problem to show; everything else becomes one. */
export function toThrown(error: unknown, signal: AbortSignal | undefined): unknown {
  return error instanceof ApiProblem || signal?.aborted ? error : networkProblem(error);
}

/** Options of one call. `target` overrides the target of the endpoint. */
export interface CallContext extends Record<never, never> {
  readonly target?: 'main' | 'dev';
}

/**
 * Sends calls as the contract's routes say. oRPC's own OpenAPI link does the same with event streams, nested queries
 * and multipart bodies, none of which we have, for 7 kB more on the log-in page.
 */
const link: ClientLink<CallContext> = {
  async call(path, input, { signal, context: { target } }) {
    const found = getRoute(path);
    const route = target ? { ...found, target } : found;
    try {
      const response = await send(buildRequest(route, input as CallInput | undefined, signal), route);
      noteMaintenance(response);
      return await readAnswer(response);
    } catch (error) {
      throw toThrown(error, signal);
    }
  },
};

/** Every endpoint of the contract as a function. All of them throw `ApiProblem`. */
export const client: ContractRouterClient<typeof contract, CallContext> = createORPCClient(link);
