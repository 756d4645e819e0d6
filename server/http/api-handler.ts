import type { IncomingMessage } from 'node:http';
import { StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import { createProcedureClient } from '@orpc/server';
import type { AnyRouter } from '@orpc/server';
import type { EndpointMeta } from '#contract/endpoint.ts';
import { Problem } from '../lib/request/problem.ts';
import type { RequestContext } from '../lib/request/request-context.ts';
import { toContentDisposition } from './content-disposition.ts';
import { readRequestBody } from './request-body.ts';

/** Lets a request in or throws: sets the context's actor according to the endpoint's `access`. */
export type Guard = (context: RequestContext, meta: EndpointMeta, method: string) => Promise<void>;

export interface ApiRequest {
  readonly request: Request;
  /** Node's own side of the request, where it came over HTTP. */
  readonly incoming: IncomingMessage | undefined;
  /** Below `/api`. */
  readonly path: `/${string}`;
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/**
 * The contract as HTTP, in the order that gives nothing away: route, guard, strict body, schema, endpoint, and the
 * answer cut to what the contract declares. Throws whatever went wrong; `toProblem` turns it into a body.
 */
export function createApiHandler(router: AnyRouter, guard: Guard) {
  const matcher = new StandardOpenAPIMatcher();
  matcher.init(router);

  return async function handleApi({ request, incoming, path }: ApiRequest, context: RequestContext): Promise<Response> {
    const match = await matcher.match(request.method, path);
    if (!match) throw await refuseUnmatched(matcher, path);
    const { meta, route } = match.procedure['~orpc'] as {
      meta: EndpointMeta;
      route: { operationId?: string; successStatus?: number };
    };
    context.operationId = route.operationId;
    await guard(context, meta, request.method);
    const input = {
      params: match.params ?? {},
      query: readQuery(new URL(request.url).searchParams),
      // Read only where the endpoint declares some.
      get headers() {
        return Object.fromEntries(request.headers);
      },
      body: await readRequestBody(request, meta, incoming),
    };
    const call = createProcedureClient(match.procedure, { context, path: match.path });
    return toResponse(await call(input), route.successStatus ?? 200);
  };
}

async function refuseUnmatched(matcher: StandardOpenAPIMatcher, path: `/${string}`): Promise<Problem> {
  for (const method of methods) {
    if (await matcher.match(method, path)) return new Problem('request.method-not-allowed');
  }
  return new Problem('request.not-found');
}

/** A parameter given twice becomes a list, which no schema of a single value takes. PostgreSQL takes no NUL. */
function readQuery(parameters: URLSearchParams): Record<string, string | string[]> | undefined {
  if (parameters.size === 0) return undefined;
  if ([...parameters.values()].some((value) => value.includes('\0'))) {
    throw new Problem('request.malformed', { detail: 'NUL in the query' });
  }
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

function toResponse(output: unknown, status: number): Response {
  if (status === 204 || output === undefined) return new Response(null, { status: 204 });
  if (output instanceof Blob) {
    const headers = new Headers({
      'content-type': output.type,
      'content-security-policy': "sandbox; default-src 'none'",
    });
    // A file with a name is for keeping, anything else for showing.
    if (output instanceof File) headers.set('content-disposition', toContentDisposition(output.name));
    return new Response(output, { status, headers });
  }
  return new Response(JSON.stringify(output), { status, headers: { 'content-type': 'application/json' } });
}
