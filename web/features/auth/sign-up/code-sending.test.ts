import { expect, test } from 'vitest';
import { ApiProblem } from '../../../api/api-problem.ts';
import { isSentTooOften, toSendingWords } from './code-sending.ts';

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
])('a code refused for %d seconds says to wait %s', (seconds, wait) => {
  expect(toSendingWords(refuse(seconds))).toBe(`Please wait ${wait} before asking for another code.`);
});

test('a refusal that does not say how long, and any other one, keeps its own words', () => {
  expect(toSendingWords(refuse())).toBe('Too many attempts.');
  expect(toSendingWords(refuse(30, 'request.too-many'))).toBe('Too many attempts.');
  expect(toSendingWords(new Error('Exotic failure 42'))).toBe('Exotic failure 42');
});

test('only a code asked for too often may be on its way', () => {
  expect(isSentTooOften(refuse())).toBe(true);
  expect(isSentTooOften(refuse(30, 'request.too-many'))).toBe(false);
  expect(isSentTooOften(new Error('Network Error'))).toBe(false);
});
