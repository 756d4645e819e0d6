import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract';
import { vi } from 'vitest';
import { contract } from '#contract/router.ts';
import { problems } from '#contract/problems.ts';
import type { FieldProblem, ProblemBody, ProblemCode } from '#contract/problems.ts';

type Inputs = InferContractRouterInputs<typeof contract>;
type Outputs = InferContractRouterOutputs<typeof contract>;
type Group = keyof typeof contract;

interface RefusalDetails {
  fields?: FieldProblem[];
  current?: unknown;
  retryAfterSeconds?: number;
}

/** A refusal that a mocked endpoint answers with. */
export class Refusal {
  readonly status: number;
  readonly body: ProblemBody;
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, { retryAfterSeconds, ...extra }: RefusalDetails = {}) {
    const { status, message } = problems[code];
    this.status = status;
    this.headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    this.body = { code, message, requestId: 'test-request', ...extra };
  }
}

/** What each endpoint answers: a value of the contract's type, a refusal, or either made from the call's input. */
export type MockedEndpoints = {
  [G in Group]?: {
    [E in keyof Outputs[G] & keyof Inputs[G]]?: Answer<Inputs[G][E], Outputs[G][E]>;
  };
};

type Answer<Input, Output> = Output | Refusal | ((input: Input) => Output | Refusal | Promise<Output | Refusal>);

export interface ApiCall {
  /** `session.signIn` */
  readonly endpoint: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Answers the page's calls in place of the network, and tells which calls were made. What is not mocked throws. */
export function mockApi(endpoints: MockedEndpoints) {
  const calls: ApiCall[] = [];
  const state = { endpoints };
  const fetchMock = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { group, name, procedure } = findEndpoint(request);
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    calls.push({ endpoint: `${group}.${name}`, body, headers: request.headers });
    return answer(procedure, findAnswer(state.endpoints, group, name), { body });
  });
  vi.stubGlobal('fetch', fetchMock);
  return {
    calls,
    getCalls: (endpoint: string) => calls.filter((call) => call.endpoint === endpoint),
    /** From now on these answers come instead of, or beside, the earlier ones. */
    change: (changed: MockedEndpoints) => {
      state.endpoints = merge(state.endpoints, changed);
    },
    goOffline: () => fetchMock.mockRejectedValue(new TypeError('Failed to fetch')),
  };
}

function merge(before: MockedEndpoints, changed: MockedEndpoints): MockedEndpoints {
  const groups = Object.entries(changed).map(([group, endpoints]) => [
    group,
    { ...before[group as Group], ...endpoints },
  ]);
  return { ...before, ...Object.fromEntries(groups) };
}

function findAnswer(endpoints: MockedEndpoints, group: string, name: string): unknown {
  const answers: Record<string, unknown> = endpoints[group as Group] ?? {};
  if (!(name in answers)) throw new Error(`The page called ${group}.${name}, which the test does not mock.`);
  return answers[name];
}

async function answer(procedure: AnyContractProcedure, mocked: unknown, input: unknown): Promise<Response> {
  const value: unknown = typeof mocked === 'function' ? await mocked(input) : mocked;
  if (value instanceof Refusal) {
    const { status, body, headers } = value;
    return Response.json(body, { status, headers });
  }
  const result = await procedure['~orpc'].outputSchema?.['~standard'].validate(value);
  if (result?.issues) throw new Error(`The mocked answer breaks the contract: ${JSON.stringify(result.issues)}`);
  return Response.json(value, { headers: { date: new Date().toUTCString() } });
}

function findEndpoint(request: Request) {
  const path = new URL(request.url).pathname.replace(/^\/api/, '');
  for (const [group, endpoints] of Object.entries(contract)) {
    for (const [name, procedure] of Object.entries(endpoints as Record<string, AnyContractProcedure>)) {
      const { route } = procedure['~orpc'];
      const pattern = new RegExp(`^${(route.path ?? '').replace(/\{[^}]+\}/g, '[^/]+')}$`);
      if (route.method === request.method && pattern.test(path)) return { group, name, procedure };
    }
  }
  throw new Error(`The contract has no ${request.method} ${path}.`);
}
