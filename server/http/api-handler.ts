import type { IncomingMessage } from 'node:http';
import { StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import { createProcedureClient, type AnyRouter } from '@orpc/server';
import { listEndpointProblems } from '#contract/endpoint-problems.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { Activity } from '../lib/concurrency/activity.ts';
import { createKeyedLimiter, type KeyedLimiter } from '../lib/concurrency/limiter.ts';
import { createShares, type Shares } from '../lib/concurrency/shares.ts';
import { Problem } from '../lib/request/problem.ts';
import { findSpan } from '../lib/tracing/spans.ts';
import type { RequestContext } from '../lib/request/request-context.ts';
import { EventStream } from '../lib/request/event-stream.ts';
import { StreamedFile } from '../lib/request/streamed-file.ts';
import { toContentDisposition } from './content-disposition.ts';
import type { Admit } from './limits/admission.ts';
import type { IntakeQuota } from './limits/intake-quota.ts';
import { toProblem } from './problem-body.ts';
import { findMisdirected } from './misdirected.ts';
import { readRequestBody } from './request-body.ts';

/** Throws unless the caller has the endpoint's `access`; sets `actor` or `intakeCaller` of the context. */
export type Guard = (context: RequestContext, meta: EndpointMeta, method: string) => Promise<void>;

export interface ApiRequest {
  readonly request: Request;
  /** Node's request; undefined in tests that call the handler directly. */
  readonly incoming: IncomingMessage | undefined;
  /** Without `/api`. */
  readonly path: `/${string}`;
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Calls of one account that run at a time, and that may wait; so one person's flood leaves the others their share. */
const maxRunningOfAccount = 8;
const maxWaitingOfAccount = 100;
/** Reports and uploads of assistants in progress, by company; each holds its body in memory. */
const intakeShares = { ofKey: 64, ofAll: 192, least: 4 };
const retryAfterSeconds = 1;

/** An endpoint answered a problem code that `listEndpointProblems` does not list for it. */
export interface UndeclaredProblem {
  readonly operationId: string | undefined;
  readonly code: ProblemCode;
}

interface ApiHandlerOptions {
  readonly router: AnyRouter;
  readonly admit: Admit;
  readonly guard: Guard;
  readonly intakeQuota: IntakeQuota;
  /** Is noted of every call that is let in. */
  readonly activity: Pick<Activity, 'start'>;
  readonly onUndeclaredProblem: (problem: UndeclaredProblem) => void;
}

/**
 * Serves the contract over HTTP, in the order that reveals least: route, admission, guard, strict body, schema, endpoint; the
 * answer holds only declared fields. Throws every failure; `toProblem` makes its body.
 */
export function createApiHandler(options: ApiHandlerOptions) {
  const { router, admit, guard, intakeQuota, activity, onUndeclaredProblem } = options;
  const matcher = new StandardOpenAPIMatcher();
  matcher.init(router);
  const turns = { accounts: createKeyedLimiter(maxRunningOfAccount), companies: createShares(intakeShares) };

  return async function handleApi(request: ApiRequest, context: RequestContext): Promise<Response> {
    const match = await matcher.match(request.request.method, request.path);
    if (!match) throw await toUnmatchedProblem(matcher, request.path);
    const { operationId, path = '' } = match.procedure['~orpc'].route;
    context.operationId = operationId;
    context.route = path;
    findSpan()?.rename(operationId ?? path);
    findSpan()?.record({ 'http.route': path });
    try {
      return await callEndpoint(match, { admit, guard, intakeQuota, activity, turns }, request, context);
    } catch (error) {
      const problem = toProblem(error);
      const { code } = problem;
      if (!listEndpointProblems(match.procedure).includes(code)) onUndeclaredProblem({ operationId, code });
      throw code === 'record.not-found' ? explainMissing(problem, match) : error;
    }
  };
}

/** The same words for an unknown id, a malformed one and one of another company. */
function explainMissing(problem: Problem, { procedure }: Match): Problem {
  const { missing } = procedure['~orpc'].meta as EndpointMeta;
  if (missing === undefined || problem.reason !== undefined) return problem;
  return new Problem('record.not-found', { reason: missing, cause: problem });
}

type Match = NonNullable<Awaited<ReturnType<StandardOpenAPIMatcher['match']>>>;

/** Limits of the calls in progress, so that one company or person leaves the others their share. */
interface Turns {
  readonly accounts: KeyedLimiter;
  readonly companies: Shares;
}

type Parts = Pick<ApiHandlerOptions, 'admit' | 'guard' | 'intakeQuota' | 'activity'> & { readonly turns: Turns };

async function callEndpoint(match: Match, parts: Parts, request: ApiRequest, context: RequestContext) {
  const { meta, route } = match.procedure['~orpc'] as { meta: EndpointMeta; route: { successStatus?: number } };
  await parts.admit(meta, request.request.method);
  await parts.guard(context, meta, request.request.method);
  const { intakeCaller } = context;
  const companyId = (intakeCaller ?? context.actor)?.companyId;
  const call = async () => {
    const end = companyId === undefined ? undefined : parts.activity.start(companyId);
    try {
      return await readAndCall(match, { ...parts, meta }, request, context);
    } finally {
      end?.();
    }
  };
  if (!intakeCaller || !meta.deferrable) return toResponse(await call(), route.successStatus ?? 200);
  // Before the body is read, because reading is the dear part of what would be refused.
  const done = await parts.turns.companies.tryRun(intakeCaller.companyId, call);
  if (!done) throw new Problem('intake.busy', { retryAfterSeconds });
  return toResponse(done.result, route.successStatus ?? 200);
}

async function readAndCall(
  { procedure, path, params }: Match,
  { meta, intakeQuota, turns }: Parts & { readonly meta: EndpointMeta },
  { request, incoming }: ApiRequest,
  context: RequestContext,
): Promise<unknown> {
  const { intakeCaller } = context;
  const onBytes = intakeCaller && ((byteLength: number) => intakeQuota.spend(intakeCaller.keyId, byteLength));
  const input = {
    params: params ?? {},
    query: readQuery(new URL(request.url).searchParams),
    // A getter, because few endpoints declare headers.
    get headers() {
      return Object.fromEntries(request.headers);
    },
    body: await readRequestBody(request, meta, incoming, onBytes),
  };
  const call = createProcedureClient(procedure, { context, path });
  return runInTurn(turns.accounts, context, () => call(input));
}

async function runInTurn<T>(accounts: KeyedLimiter, { actor }: RequestContext, call: () => Promise<T>): Promise<T> {
  if (!actor) return call();
  const done = await accounts.tryRun(actor.accountId, call, maxWaitingOfAccount);
  if (!done) throw new Problem('request.too-many', { retryAfterSeconds });
  return done.result;
}

async function toUnmatchedProblem(matcher: StandardOpenAPIMatcher, path: `/${string}`): Promise<Problem> {
  for (const method of methods) {
    if (await matcher.match(method, path)) return new Problem('request.method-not-allowed');
  }
  return new Problem(findMisdirected(path) ?? 'request.not-found');
}

/** A repeated parameter becomes a list, which fails a schema of one value. PostgreSQL stores no NUL. */
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

/** The output of an endpoint that leads the browser on. */
interface Redirect {
  readonly address: string;
}

/** nginx would keep an answer that comes in pieces until it is complete, and a live update never is. */
const unbuffered = { 'x-accel-buffering': 'no' } as const;

function toResponse(output: unknown, status: number): Response {
  if (output instanceof EventStream) {
    return new Response(output.toBody(), { status, headers: { 'content-type': output.type, ...unbuffered } });
  }
  if (status === 204 || output === undefined) return new Response(null, { status: 204 });
  if (status === 303) return new Response(null, { status, headers: { location: (output as Redirect).address } });
  if (output instanceof Blob) {
    const headers = new Headers({
      'content-type': output.type,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
    // A named file is a download; other bytes are shown in the page.
    if (output instanceof File) headers.set('content-disposition', toContentDisposition(output.name));
    if (!(output instanceof StreamedFile)) return new Response(output, { status, headers });
    for (const [name, value] of Object.entries({ ...unbuffered, ...output.headers })) headers.set(name, value);
    return new Response(output.toBody(), { status, headers });
  }
  return new Response(JSON.stringify(output), { status, headers: { 'content-type': 'application/json' } });
}
