// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { buildRequest } from './contract-request.ts';

const route = { method: 'POST', path: '/users/{id}', target: 'main', isOpen: false };

test('parameters stay one segment of the path, whatever they hold', () => {
  const { pathname } = new URL(buildRequest(route, { params: { id: '../a b/c?d' } }).url);
  expect(pathname).toBe('/api/users/..%2Fa%20b%2Fc%3Fd');
});

test('a query leaves out what is undefined and numbers its lists', () => {
  const list = { ...route, method: 'GET', path: '/users' };
  const { searchParams } = new URL(
    buildRequest(list, { query: { stringValue: 'ann & co', limit: undefined, on: false, id: ['a', 'b'] } }).url,
  );
  expect([...searchParams]).toEqual([
    ['stringValue', 'ann & co'],
    ['on', 'false'],
    ['id[0]', 'a'],
    ['id[1]', 'b'],
  ]);
});

test('a body is JSON, also a list', async () => {
  const request = buildRequest(route, { params: { id: '1' }, body: ['a'] });
  expect(request.headers.get('content-type')).toBe('application/json');
  expect(await request.text()).toBe('["a"]');
});

test('without a body there is no content type', () => {
  expect(buildRequest(route, { params: { id: '1' } }).headers.has('content-type')).toBe(false);
});

test('headers of the call are sent, those left open are not', () => {
  const headers = { 'idempotency-key': 'key-12345', other: undefined };
  expect([...buildRequest(route, { params: { id: '1' }, headers }).headers]).toEqual([
    ['idempotency-key', 'key-12345'],
  ]);
});
