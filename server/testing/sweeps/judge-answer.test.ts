import { expect, test } from 'vitest';
import { listEndpoints } from './endpoints.ts';
import { findAnswerFaults } from './judge-answer.ts';
import type { RawAnswer } from './raw-call.ts';

const requestId = '6f1c1f0e-5d7a-4c38-9c39-0b3a5f1f1a11';
const headers = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
  vary: 'Authorization, Cookie, X-Company',
  'x-request-id': requestId,
};
const sapIdGet = listEndpoints().find(({ id }) => id === 'usersGetSapId');

const judge = (answer: Partial<RawAnswer>) =>
  findAnswerFaults({ status: 200, headers, text: '{"sapId":null}', ...answer }, sapIdGet, 'GET');
const refusal = (values: object) =>
  JSON.stringify({ code: 'access.refused', message: 'Network Error', requestId, ...values });

test('what the contract declares has no faults', () => {
  expect(judge({})).toEqual([]);
  expect(judge({ status: 403, text: refusal({}) })).toEqual([]);
});

test.each<[string, Partial<RawAnswer>]>([
  ['the answer holds undeclared fields', { text: '{"sapId":null,"passwordHash":"x"}' }],
  ['the answer is not what the contract declares', { text: '{"sapId":1}' }],
  ['header cache-control is undefined', { headers: { ...headers, 'cache-control': undefined } }],
  ['no request id', { headers: { ...headers, 'x-request-id': undefined } }],
  ['access.refused answered as 404', { status: 404, text: refusal({}) }],
  ['access.refused says No', { status: 403, text: refusal({ message: 'No' }) }],
  ['unknown code a.b', { status: 403, text: refusal({ code: 'a.b' }) }],
  ['the request ids differ', { status: 403, text: refusal({ requestId: 'x' }) }],
  ['the refusal is no problem body', { status: 403, text: refusal({ stack: 'at …' }) }],
  ['server fault 500', { status: 500, text: refusal({}) }],
  ['no answer: cut', { status: 0, text: 'cut' }],
])('%s', (fault, answer) => {
  expect(judge(answer)).toContain(fault);
});
