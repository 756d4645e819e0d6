import { expect, test } from 'vitest';
import { Problem } from '../lib/request/problem.ts';
import { parseJsonBody } from './json-body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('valid JSON is parsed like by JSON.parse', () => {
  const text = '{"a": [1, "x\\"y", {"b": null}], "c" : {"a": "\\ud83d\\ude00"}, "d": "a:b"}';
  expect(parseJsonBody(bytes(text))).toEqual(JSON.parse(text));
});

test.each([
  ['a body that is not JSON', '{'],
  ['an empty body', ''],
  ['a duplicate key', '{"a": 1, "a": 2}'],
  ['a duplicate key written with an escape', '{"a": 1, "\\u0061": 2}'],
  ['a duplicate key in a nested object', '[{"x": {"a": 1, "a": 2}}]'],
  ['a prototype key', '{"__proto__": {"isAdmin": true}}'],
  ['a constructor key', '{"constructor": {}}'],
  ['a NUL', '{"a": "x\\u0000"}'],
  ['a lone surrogate', '{"a": "\\ud800"}'],
  ['a lone surrogate as key', '{"\\udc00": 1}'],
  ['two hundred thousand open arrays', '['.repeat(200_000) + ']'.repeat(200_000)],
])('refuses %s', (_name, text) => {
  expect(() => parseJsonBody(bytes(text))).toThrow(Problem);
});

test('refuses bytes that are not UTF-8', () => {
  expect(() => parseJsonBody(new Uint8Array([0x22, 0xff, 0x22]))).toThrow(Problem);
});

test('two objects may have the same key', () => {
  expect(parseJsonBody(bytes('[{"a": 1}, {"a": 2}]'))).toEqual([{ a: 1 }, { a: 2 }]);
});

test('refuses more than 20,000 values, however small the body is', () => {
  const keys = Array.from({ length: 20_001 }, (_, index) => `"${index.toString(36)}":0`);
  expect(() => parseJsonBody(bytes(`{${keys.join()}}`))).toThrow(
    expect.objectContaining({ code: 'request.too-large' }),
  );
});

test('what assistants report is kept with U+FFFD for halves of characters and wrong bytes', () => {
  const body = Buffer.concat([Buffer.from(String.raw`{"a\udc00": "x\u0000`), Buffer.from([0xff]), Buffer.from('"}')]);
  expect(parseJsonBody(body, 'mended')).toEqual({ 'a\uFFFD': 'x\uFFFD\uFFFD' });
  expect(() => parseJsonBody(Buffer.from('{"a": 1, "a": 2}'), 'mended')).toThrow(Problem);
});
