import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import type { Logger } from 'pino';
import { maintenanceHeader } from '#features/company/contract/maintenance.ts';
import { shortenAddress } from '../lib/network/shorten-address.ts';
import { findOutage } from '../lib/outages.ts';
import { Problem } from '../lib/request/problem.ts';
import { doctorChecksPath, doctorPath } from '../lib/crypto/doctor-proof.ts';
import { findSpan } from '../lib/tracing/spans.ts';
import type { Metrics } from '../outside/metrics/metrics.ts';
import type { Traces } from '../outside/traces/traces.ts';
import type { RequestContext } from '../lib/request/request-context.ts';
import type { ApiDocuments } from './api-documents.ts';
import type { ApiRequest } from './api-handler.ts';
import { docsStyleHash } from './docs-styles.ts';
import { answerChecks, answerDoctor, type DoctorAnswers } from './doctor-answer.ts';
import { getClientAddress, type NodeBindings } from './client-address.ts';
import { findMisdirected } from './misdirected.ts';
import { writePageLinks } from './pages/page-code.ts';
import { toPageResponse, type PortalSettings } from './pages/page.ts';
import { toProblem, toProblemResponse } from './problem-body.ts';
import { setGeneralHeaders } from './security-headers.ts';
import type { FindSharedFile } from './pages/shared-web-files.ts';
import { toFileResponse, type WebFiles } from './pages/web-files.ts';

export interface HttpAppOptions extends DoctorAnswers {
  readonly handleApi: (request: ApiRequest, context: RequestContext) => Promise<Response>;
  /** Called with every problem before it is answered. */
  readonly onProblem: (context: RequestContext, path: string, problem: Problem) => Promise<void>;
  /** Parts that are not ready; empty for a ready portal. */
  readonly findMissing: () => Promise<string[]>;
  readonly getApiDocuments: () => Promise<ApiDocuments>;
  /** Serves the caught mail; undefined with a mail server. */
  readonly outbox: ((request: Request) => Promise<Response>) | undefined;
  readonly webFiles: WebFiles | undefined;
  /** Finds a file of the pages of another version. */
  readonly findSharedFile: FindSharedFile;
  /** When what is announced of a maintenance last changed; undefined while changes are allowed. */
  readonly findMaintenance: () => Date | undefined;
  readonly settings: PortalSettings;
  readonly recordRequest: Metrics['recordRequest'];
  readonly traceRequest: Traces['traceRequest'];
  readonly now: () => Date;
  readonly isHttps: boolean;
  readonly trustProxy: boolean;
  readonly version: string;
  /** The intake key whose calls are the portal's own, and no line each; undefined without the demo. */
  readonly ownKeyName: string | undefined;
  readonly log: Logger;
}

type Environment = { Bindings: NodeBindings };

/** The portal as one fetch handler: health, API, documentation, caught mail, files and the page. */
export function createHttpApp(options: HttpAppOptions): Hono<Environment> {
  const app = new Hono<Environment>();

  const { version } = options;
  /** Both stay 200: a portal in maintenance serves. */
  const describeMaintenance = () => (options.findMaintenance() ? { maintenance: true } : {});
  app.get('/api/health', (c) =>
    c.json({ status: 'ok', version, ...describeMaintenance() }, 200, { 'cache-control': 'no-store' }),
  );
  app.get('/api/ready', async (c) => {
    const missing = await options.findMissing();
    const status = missing.length === 0 ? 200 : 503;
    return c.json(
      status === 200 ? { status: 'ready', ...describeMaintenance() } : { status: 'not ready', missing },
      status,
      {
        'cache-control': 'no-store',
      },
    );
  });
  app.get('/api/openapi.json', async (c) =>
    c.body((await options.getApiDocuments()).openApiJson, 200, { 'content-type': 'application/json' }),
  );
  app.get('/api/docs', async () => toDocsResponse((await options.getApiDocuments()).docsHtml));
  app.post(doctorPath, async (c, next) => (await answerDoctor(c.req.raw, options)) ?? next());
  app.post(doctorChecksPath, async (c, next) => (await answerChecks(c.req.raw, options)) ?? next());
  const api = (c: Context<Environment>) => options.traceRequest(c.req.raw.headers, () => answerApi(c, options));
  app.all('/api/*', api);
  app.all('/api', api);
  for (const path of Object.keys(rootAddresses)) app.post(path, api);
  if (options.outbox) {
    const { outbox } = options;
    app.get('/dev/outbox', (c) => outbox(c.req.raw));
  }
  app.get('*', (c) => answerPage(c.req.raw, options));
  app.all('*', (c) => answerNoPage(new URL(c.req.url).pathname));

  const portal = new Hono<Environment>();
  portal.all('*', async (c) => {
    const response = await app.fetch(c.req.raw, c.env);
    setGeneralHeaders(response.headers, options.isHttps);
    return response;
  });
  return portal;
}

/** Paths of SDKs that know an origin alone, such as Laminar's, and the paths of the API that answer them. */
const rootAddresses: Readonly<Record<string, `/${string}`>> = {
  '/v1/traces': '/otlp/v1/traces',
  '/v1/logs': '/otlp/v1/logs',
  '/v1/metrics': '/otlp/v1/metrics',
};

async function answerApi(c: Context<Environment>, options: HttpAppOptions): Promise<Response> {
  const startedMs = performance.now();
  const request = c.req.raw;
  const context: RequestContext = {
    requestId: randomUUID(),
    headers: request.headers,
    clientAddress: getClientAddress(c.env, request.headers, options.trustProxy),
    responseHeaders: new Headers(),
    operationId: undefined,
    actor: undefined,
    intakeCaller: undefined,
  };
  const { pathname } = new URL(request.url);
  const path: `/${string}` = rootAddresses[pathname] ?? `/${pathname.slice('/api/'.length)}`;
  let failure: unknown;
  let response: Response;
  try {
    response = await options.handleApi({ request, incoming: c.env?.incoming, path }, context);
  } catch (error) {
    failure = error;
    const problem = toProblem(error);
    await options.onProblem(context, path, problem);
    response = toProblemResponse(problem, context.requestId);
  }
  for (const [name, value] of context.responseHeaders) response.headers.append(name, value);
  response.headers.set('cache-control', 'private, no-store');
  response.headers.set('vary', 'Authorization, Cookie, X-Company');
  response.headers.set('x-request-id', context.requestId);
  const maintainedAt = options.findMaintenance();
  if (maintainedAt) response.headers.set(maintenanceHeader, String(maintainedAt.getTime()));
  if (isUnchanged(request, response)) {
    response.headers.delete('content-type');
    response = new Response(null, { status: 304, headers: response.headers });
  }
  const [{ status }, durationMs] = [response, performance.now() - startedMs];
  const isInMaintenance = failure instanceof Problem && failure.code === 'service.maintenance';
  options.recordRequest({ operation: context.operationId, status, isInMaintenance, seconds: durationMs / 1000 });
  recordOnSpan(request.method, status, failure);
  logRequest(options.log, { request, context, status, durationMs, failure }, options.ownKeyName);
  return response;
}

function recordOnSpan(method: string, status: number, failure: unknown): void {
  const span = findSpan();
  if (!span) return;
  span.record({ 'http.request.method': method, 'http.response.status_code': status });
  if (failure === undefined) return;
  const { code } = toProblem(failure);
  span.record({ 'steward.problem': code });
  if (status >= 500) span.fail(code);
}

/** Whether the caller knows the answer by its ETag already. */
function isUnchanged(request: Request, response: Response): boolean {
  const [known, current] = [request.headers.get('if-none-match'), response.headers.get('etag')];
  if (request.method !== 'GET' || response.status !== 200 || known === null || current === null) return false;
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === current);
}

function toDocsResponse(html: string): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src ${docsStyleHash}; frame-ancestors 'none'; base-uri 'none'`,
      'cache-control': 'no-cache',
    },
  });
}

async function answerPage(request: Request, { webFiles, findSharedFile, settings }: HttpAppOptions): Promise<Response> {
  const path = new URL(request.url).pathname;
  const file = webFiles?.find(path) ?? (await findSharedFile(path));
  if (file) return toFileResponse(file, request.headers);
  if (!webFiles || isNoPage(path)) return new Response(null, { status: 404 });
  // A browser without cookies is led to the log-in page, which needs none of the files.
  const links = request.headers.has('cookie') ? writePageLinks(webFiles.pageCode, path) : '';
  return toPageResponse(webFiles.indexHtml, settings, links);
}

function answerNoPage(path: string): Response {
  const requestId = randomUUID();
  const code = findMisdirected(path) ?? 'request.method-not-allowed';
  const response = toProblemResponse(new Problem(code), requestId);
  response.headers.set('x-request-id', requestId);
  if (code === 'request.method-not-allowed') response.headers.set('allow', 'GET, HEAD');
  return response;
}

/** Paths of files; for every other path the page shows that it is not found. */
function isNoPage(path: string): boolean {
  return path.startsWith('/assets/') || path.startsWith('/dev/') || path === '/favicon.ico';
}

interface AnsweredRequest {
  readonly request: Request;
  readonly context: RequestContext;
  readonly status: number;
  readonly durationMs: number;
  readonly failure: unknown;
}

const expectedCodes: ReadonlySet<string> = new Set(['service.overloaded', 'service.disk-full', 'service.maintenance']);

/**
 * One line for each request, without query, body and token. Of the client's address it has the network alone: enough to see one
 * that attacks and to deny it, and no person.
 * @param ownKeyName calls of this intake key are logged where they fail
 */
export function logRequest(
  log: Logger,
  { request, context, status, durationMs, failure }: AnsweredRequest,
  ownKeyName?: string,
): void {
  const isOwn = ownKeyName !== undefined && context.intakeCaller?.keyName === ownKeyName;
  const line = {
    requestId: context.requestId,
    client: shortenAddress(context.clientAddress),
    method: request.method,
    route: context.route,
    operationId: context.operationId,
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    companyId: context.actor?.companyId,
    accountId: context.actor?.accountId,
  };
  if (failure === undefined) return isOwn ? log.debug(line, 'request') : log.info(line, 'request');
  const problem = toProblem(failure);
  const detail = { ...line, problem: problem.code, detail: problem.message };
  // Expected, and as many as there are calls while the portal is under pressure.
  if (expectedCodes.has(problem.code)) return log.info(detail, 'request');
  // Hundreds of calls a second fail by one outage, which the log counts.
  if (findOutage(problem)) return log.error({ ...detail, err: problem }, 'request');
  if (problem.code === 'service.unavailable') return log.warn({ ...detail, err: problem.cause }, 'request');
  if (status >= 500)
    return log.error({ ...detail, err: failure instanceof Problem ? failure.cause : failure }, 'request');
  log.info(detail, 'request');
}
