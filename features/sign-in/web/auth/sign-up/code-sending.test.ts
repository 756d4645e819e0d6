import { expect, test } from 'vitest';
import { ApiProblem } from '#web/api/api-problem.ts';
import { describeWait, findWaitSeconds } from './code-sending.ts';

function refuse(retryAfterSeconds?: number, code = 'session.too-many-attempts') {
  const body = { code, message: 'Too many attempts.', requestId: 'r1' };
  return new ApiProblem({ status: 429, body, retryAfterSeconds });
}

test.each([
  [1, '1 second'],
  [60, '60 seconds'],
  [120, '120 seconds'],
  [121, '3 minutes'],
  [3540, '59 minutes'],
])('a wait of %d seconds is shown as %s', (seconds, wait) => {
  expect(describeWait(seconds)).toBe(`You can request another code in ${wait}.`);
});

test('only a code that was requested too often, with the time to wait, is a wait', () => {
  expect(findWaitSeconds(refuse(58))).toBe(58);
  expect(findWaitSeconds(refuse())).toBeUndefined();
  expect(findWaitSeconds(refuse(30, 'request.too-many'))).toBeUndefined();
  expect(findWaitSeconds(new Error('Network Error'))).toBeUndefined();
});
