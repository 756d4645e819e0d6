import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract';
import { vi } from 'vitest';
import { rowCountHeader } from '#contract/constants.ts';
import { contract } from '#contract/router.ts';
import { problems, type FieldProblem, type ProblemBody, type ProblemCode } from '#contract/problems.ts';

type Inputs = InferContractRouterInputs<typeof contract>;
type Outputs = InferContractRouterOutputs<typeof contract>;
type Group = keyof typeof contract;

interface MockedProblemDetails {
  fields?: FieldProblem[];
  current?: unknown;
  retryAfterSeconds?: number;
}

/** A problem that a mocked endpoint answers with. */
export class MockedProblem {
  readonly status: number;
  readonly body: ProblemBody;
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, { retryAfterSeconds, ...extra }: MockedProblemDetails = {}) {
    const { status, message } = problems[code];
    this.status = status;
    this.headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    this.body = { code, message, requestId: 'test-request', ...extra };
  }
}

/** Answers by endpoint: a value of the contract's type, a problem, or either made from the call's input. */
export type MockedEndpoints = {
  [G in Group]?: {
    [E in keyof Outputs[G] & keyof Inputs[G]]?: Answer<Inputs[G][E], Outputs[G][E]>;
  };
};

type Answer<Input, Output> =
  | Output
  | MockedProblem
  | ((input: Input) => Output | MockedProblem | Promise<Output | MockedProblem>);

/** A file of rows, with its name and the number of rows that the answer announces. */
export class MockedRows extends File {
  readonly headers: Record<string, string>;

  constructor(text: string, name: string, rows: number) {
    super([text], name, { type: name.endsWith('.csv') ? 'text/csv' : 'application/x-ndjson' });
    this.headers = { 'content-disposition': `attachment; filename="${name}"`, [rowCountHeader]: String(rows) };
  }
}

/** A stream of events, which goes on until `end`. */
export class MockedEvents extends Blob {
  readonly #open = new Set<ReadableStreamDefaultController<Uint8Array>>();

  constructor() {
    super([], { type: 'text/event-stream' });
  }

  toBody(signal: AbortSignal) {
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#open.add(controller);
        signal.addEventListener('abort', () => {
          if (this.#open.delete(controller)) controller.error(signal.reason);
        });
      },
    });
  }

  /** The value is an event for everyone who reads. */
  send(value: unknown) {
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify(value)}\n\n`);
    for (const controller of this.#open) controller.enqueue(bytes);
  }

  end() {
    for (const controller of this.#open) controller.close();
    this.#open.clear();
  }
}

/** The bytes of an uploaded picture, as the files endpoint answers them. */
export const picture = new Blob(['png'], { type: 'image/png' });

export interface ApiCall {
  /** `session.signIn` */
  readonly endpoint: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** Parsed JSON, a `Blob` of any other bytes, `undefined` where there is none. */
  readonly body: unknown;
  readonly headers: Headers;
}

/** Answers the page's calls in place of the network, and records them. Calls of endpoints without a mock throw. */
export function mockApi(endpoints: MockedEndpoints) {
  const calls: ApiCall[] = [];
  const state = { endpoints };
  const fetchMock = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { group, name, procedure, params } = findEndpoint(request);
    const query = parseQuery(new URL(request.url).searchParams);
    const body = await parseBody(request);
    calls.push({ endpoint: `${group}.${name}`, params, query, body, headers: request.headers });
    const answered = answer(
      procedure,
      findAnswer(state.endpoints, group, name),
      { params, query, body },
      request.signal,
    );
    return Promise.race([answered, waitForAbort(request.signal)]);
  });
  vi.stubGlobal('fetch', fetchMock);
  return {
    calls,
    getCalls: (endpoint: string) => calls.filter((call) => call.endpoint === endpoint),
    /** Mocks further endpoints, or replaces the answers of mocked ones. */
    change: (changed: MockedEndpoints) => {
      state.endpoints = merge(state.endpoints, changed);
    },
    goOffline: () => fetchMock.mockRejectedValue(new TypeError('Failed to fetch')),
  };
}

/** Rejects where the call is called off; a network does so too. */
function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

/** The query as `buildRequest writes it: `name[0]`, `name[1]` … are one array. */
function parseQuery(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const [key, value] of search) {
    const name = key.replace(/\[\d+\]$/, '');
    query[name] = name === key ? value : [...(query[name] ?? []), value];
  }
  return query;
}

async function parseBody(request: Request): Promise<unknown> {
  const isJson = request.headers.get('content-type') === 'application/json';
  if (isJson) return request.json();
  const bytes = await request.blob();
  return bytes.size === 0 ? undefined : bytes;
}

function merge(before: MockedEndpoints, changed: MockedEndpoints): MockedEndpoints {
  const groups = Object.entries(changed).map(([group, endpoints]) => [
    group,
    { ...(before[group as Group] as object), ...(endpoints as object) },
  ]);
  return { ...before, ...Object.fromEntries(groups) };
}

function findAnswer(endpoints: MockedEndpoints, group: string, name: string): unknown {
  const answers: Record<string, unknown> = endpoints[group as Group] ?? {};
  if (!(name in answers)) throw new Error(`The page called ${group}.${name}, which the test does not mock.`);
  return answers[name];
}

async function answer(
  procedure: AnyContractProcedure,
  mocked: unknown,
  input: unknown,
  signal: AbortSignal,
): Promise<Response> {
  const value: unknown = typeof mocked === 'function' ? await mocked(input) : mocked;
  if (value instanceof MockedProblem) {
    const { status, body, headers } = value;
    return Response.json(body, { status, headers });
  }
  const result = await procedure['~orpc'].outputSchema?.['~standard'].validate(value);
  if (result?.issues) throw new Error(`The mocked answer breaks the contract: ${JSON.stringify(result.issues)}`);
  if (value instanceof MockedEvents) {
    return new Response(value.toBody(signal), { headers: { 'content-type': value.type } });
  }
  if (value instanceof Blob) {
    const headers = { 'content-type': value.type, ...(value instanceof MockedRows && value.headers) };
    return new Response(await value.arrayBuffer(), { headers });
  }
  if (value === undefined) return new Response(null, { status: 204 });
  return Response.json(value, { headers: { date: new Date().toUTCString() } });
}

function findEndpoint(request: Request) {
  const path = new URL(request.url).pathname.replace(/^\/api/, '');
  for (const [group, endpoints] of Object.entries(contract)) {
    for (const [name, procedure] of Object.entries(endpoints as Record<string, AnyContractProcedure>)) {
      const { route } = procedure['~orpc'];
      const pattern = new RegExp(`^${(route.path ?? '').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
      const match = route.method === request.method ? pattern.exec(path) : null;
      if (match) return { group, name, procedure, params: decodeParams(match.groups) };
    }
  }
  throw new Error(`The contract has no ${request.method} ${path}.`);
}

function decodeParams(groups: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
}
