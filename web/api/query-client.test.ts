// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { networkProblem, toApiProblem } from './api-problem.ts';
import { canRetry } from './query-client.ts';

const answer = (status: number) => toApiProblem(status, { code: 'x', message: 'x', requestId: 'r1' });

test.each([400, 401, 403, 404, 409, 422, 429])('a refusal with %i is never asked again', (status) => {
  expect(canRetry(0, answer(status))).toBe(false);
});

test('a server in trouble, or out of reach, is asked twice more', () => {
  for (const error of [answer(500), answer(503), networkProblem()]) {
    expect([0, 1, 2].map((failures) => canRetry(failures, error))).toEqual([true, true, false]);
  }
});

test('an error of the page itself is not asked again', () => {
  expect(canRetry(0, new TypeError('x is undefined'))).toBe(false);
});
