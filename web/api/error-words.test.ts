// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { problems } from '#contract/problems.ts';
import { networkProblem, toApiProblem } from './api-problem.ts';
import { toErrorWords } from './error-words.ts';

afterEach(() => vi.unstubAllGlobals());

test('a refusal before authentication says that access to the portal is denied', () => {
  const error = new Error('PreAuthentication failed with error Access denied!.');
  expect(toErrorWords(error)).toBe('You have been denied access to the portal!');
});

test('a network error says that the action is not authorized', () => {
  expect(toErrorWords(new Error('Network Error'))).toBe('You are not authorized to perform this action!');
});

test('the refusals of the contract reach the person in the words of the specification', () => {
  const inWords = (code: 'session.denied' | 'access.refused') => {
    const { status, message } = problems[code];
    return toErrorWords(toApiProblem(status, { code, message, requestId: 'r1' }));
  };
  expect(inWords('session.denied')).toBe('You have been denied access to the portal!');
  expect(inWords('access.refused')).toBe('You are not authorized to perform this action!');
});

test('being offline differs from a portal that does not answer', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(toErrorWords(networkProblem())).toBe('You appear to be offline.');
  vi.stubGlobal('navigator', { onLine: true });
  expect(toErrorWords(networkProblem())).toBe('The portal cannot be reached right now. Please try again shortly.');
});

test('how long to wait is read where the answer says it in seconds', () => {
  const read = (retryAfter: string | null) => {
    const { status, message } = problems['session.too-many-attempts'];
    const body = { code: 'session.too-many-attempts', message, requestId: 'r1' };
    return toApiProblem(status, body, retryAfter).retryAfterSeconds;
  };
  expect(read('42')).toBe(42);
  expect(read(null)).toBeUndefined();
  expect(read('Sat, 21 Nov 2026 10:00:00 GMT')).toBeUndefined();
});

test('any other message is shown as is', () => {
  expect(toErrorWords(new Error('Exotic failure 42'))).toBe('Exotic failure 42');
  expect(toErrorWords('a text')).toBe('a text');
});
