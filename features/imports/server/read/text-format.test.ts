import { describe, expect, test } from 'vitest';
import { getText, listMessages, parseTextFormat, toJsonValue } from './text-format.ts';

test('fields repeat, nest, and stand on one line or many', () => {
  const read = parseTextFormat('id: "a" score: 1.0, inner { name: "x"; name: "y" } inner: {\n}\n');
  expect(getText(read, 'id')).toBe('a');
  expect(getText(read, 'score')).toBe('1.0');
  expect(read?.get('inner')).toHaveLength(2);
  expect(listMessages(read, 'inner')[0]?.get('name')).toEqual(['x', 'y']);
  expect(getText(read, 'inner')).toBeUndefined();
});

test.each([
  [String.raw`a\nb\t\"c\" \'d\' \\n`, 'a\nb\t"c" \'d\' \\n'],
  [String.raw`p\303\244ev \360\237\230\200`, 'päev 😀'],
  [String.raw`\\303\244`, '\\303\uFFFD'],
  [String.raw`\xC3\xa4 \0`, 'ä \0'],
  ['braces } { and: "'.replace('"', String.raw`\"`), 'braces } { and: "'],
])('the text %s', (written, meant) => {
  expect(getText(parseTextFormat(`text: "${written}"`), 'text')).toBe(meant);
});

test.each(['a: "cut', 'a {', 'a: }', '}', 'a: "x" }', '{ }', 'a "b"', 'a {'.repeat(200)])('%s is none', (text) => {
  expect(parseTextFormat(text)).toBeUndefined();
});

describe('values of JSON', () => {
  test('lists and objects are opened', () => {
    const field = (key: string, value: string) => `fields { key: "${key}" value { ${value} } }`;
    const list =
      'list_value { values { string_value: "x" } values { number_value: 2.5 } values { null_value: NULL_VALUE } }';
    const read = parseTextFormat(
      `${field('list', list)} ${field('inner', `struct_value { ${field('a', 'string_value: ""')} }`)}`,
    );
    expect(toJsonValue(read)).toEqual({ list: ['x', 2.5, undefined], inner: { a: '' } });
  });
});
