import { expect, test } from 'vitest';
import { listEndpoints } from './endpoints.ts';
import { findAnswerFaults } from './judge-answer.ts';
import type { RawAnswer } from './raw-call.ts';

const requestId = '6f1c1f0e-5d7a-4c38-9c39-0b3a5f1f1a11';
const headers = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
  vary: 'Authorization, Cookie, X-Company',
  'x-request-id': requestId,
};
const sapIdGet = listEndpoints().find(({ id }) => id === 'usersGetSapId');

const judge = (answer: Partial<RawAnswer>) =>
  findAnswerFaults({ status: 200, headers, text: '{"sapId":null}', ...answer }, sapIdGet, 'GET');
const problem = (values: object) =>
  JSON.stringify({ code: 'session.required', message: 'Please sign in.', requestId, ...values });

test('a declared answer has no faults', () => {
  expect(judge({})).toEqual([]);
  expect(judge({ status: 401, text: problem({}) })).toEqual([]);
});

test.each<[string, Partial<RawAnswer>]>([
  ['the answer holds undeclared fields', { text: '{"sapId":null,"passwordHash":"x"}' }],
  ['the answer is not what the contract declares', { text: '{"sapId":1}' }],
  ['header cache-control is undefined', { headers: { ...headers, 'cache-control': undefined } }],
  ['may be framed', { headers: { ...headers, 'content-security-policy': undefined } }],
  ['no request id', { headers: { ...headers, 'x-request-id': undefined } }],
  ['session.required answered as 404', { status: 404, text: problem({}) }],
  ['session.required says No', { status: 401, text: problem({ message: 'No' }) }],
  ['unknown code a.b', { status: 401, text: problem({ code: 'a.b' }) }],
  ['undeclared code access.refused', { status: 403, text: problem({ code: 'access.refused' }) }],
  ['the request ids differ', { status: 401, text: problem({ requestId: 'x' }) }],
  ['the body is no problem body', { status: 401, text: problem({ stack: 'at …' }) }],
  ['server fault 500', { status: 500, text: problem({}) }],
  ['no answer: cut', { status: 0, text: 'cut' }],
])('%s', (fault, answer) => {
  expect(judge(answer)).toContain(fault);
});
