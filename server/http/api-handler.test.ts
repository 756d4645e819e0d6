import { implement } from '@orpc/server';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { defineEndpoints } from '#contract/endpoint.ts';
import type { Actor } from '../lib/request/actor.ts';
import type { Problem } from '../lib/request/problem.ts';
import type { RequestContext } from '../lib/request/request-context.ts';
import { createActivity } from '../lib/concurrency/activity.ts';
import { createApiHandler } from './api-handler.ts';

const contract = {
  slow: defineEndpoints('Test')({ access: 'signed-in', method: 'GET', path: '/slow', summary: 'Waits.' }).output(
    z.object({}),
  ),
};

/** An API of one slow endpoint, called by the account that the header `authorization` names. */
function createSlowApi() {
  const waiting: Array<() => void> = [];
  const os = implement(contract).$context<RequestContext>();
  const slow = os.slow.handler(async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return {};
  });
  const handleApi = createApiHandler({
    router: os.router({ slow }),
    guard: async (context) => {
      context.actor = { accountId: context.headers.get('authorization') } as Actor;
    },
    admit: () => undefined,
    intakeQuota: { spend: () => undefined },
    activity: createActivity(),
    onUndeclaredProblem: ({ code }) => {
      throw new Error(`undeclared: ${code}`);
    },
  });
  const call = (accountId: string) => {
    const headers = new Headers({ authorization: accountId });
    const request = { request: new Request('http://portal/slow', { headers }), incoming: undefined };
    return handleApi({ ...request, path: '/slow' }, { headers, requestId: 'test' } as RequestContext);
  };
  return { call, waiting };
}

const later = () => new Promise((resolve) => setImmediate(resolve));

test('calls of one account take turns, the last are refused, and another account is served meanwhile', async () => {
  const { call, waiting } = createSlowApi();
  const flood = Array.from({ length: 120 }, () => call('one').then(({ status }) => status));
  const refused = flood.map((answer) => answer.catch(({ code }: Problem) => code));
  const other = call('other');
  await later();
  expect(waiting).toHaveLength(9);
  while (waiting.length > 0) {
    waiting.splice(0).forEach((end) => end());
    await later();
  }
  expect((await other).status).toBe(200);
  const answers = await Promise.all(refused);
  expect(answers.slice(0, 108).every((answer) => answer === 200)).toBe(true);
  expect(answers.slice(108)).toEqual(Array.from({ length: 12 }, () => 'request.too-many'));
});
