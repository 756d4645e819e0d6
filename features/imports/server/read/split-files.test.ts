import { describe, expect, test } from 'vitest';
import { detectEncoding, toText, toUnits } from './encodings.ts';
import { splitCsv, toCells } from './split-csv.ts';
import { splitJson, type JsonPlace } from './split-json.ts';

/** The records of a text that arrives in windows of this many characters, as a long file does. */
function readJson(text: string, windowLength: number): string[] {
  const found: string[] = [];
  let place: JsonPlace = 'top';
  let at = 0;
  let length = windowLength;
  while (at < text.length) {
    const units = text.slice(at, at + length);
    const isLast = at + length >= text.length;
    const split = splitJson(units, { place, isLast, maxSpans: 3 });
    found.push(...split.spans.map(({ from, until, isOpen }) => units.slice(from, until) + (isOpen ? '…' : '')));
    // As the reader of a file does: a longer window for a record that did not fit.
    length = split.consumed === 0 ? length * 2 : windowLength;
    at += split.consumed === 0 && isLast ? units.length : split.consumed;
    place = split.place;
  }
  return found;
}

describe.each([7, 64, 10_000])('JSON in windows of %d', (windowLength) => {
  test.each([
    ['lines', '{"a":"}{"}\n{"a":[1,{"b":2}]}\n', ['{"a":"}{"}', '{"a":[1,{"b":2}]}']],
    ['a list', ' [ {"a":1} , {"a":"\\"]"} ] ', ['{"a":1}', '{"a":"\\"]"}']],
    ['an object with a list', '{"page":{"x":[1]},"logs":[{"a":1},{"a":2}],"next":{"y":"}"}}', ['{"a":1}', '{"a":2}']],
    ['several of them', '{"logs":[{"a":1}]}\n{"logs":[{"a":2}]}', ['{"a":1}', '{"a":2}']],
    [
      'an object on several lines',
      '{\n "a": [\n  {\n "b": 1 } ]\n}\n{ "a": 2 }',
      ['{\n "a": [\n  {\n "b": 1 } ]\n}', '{ "a": 2 }'],
    ],
    ['a line that is no JSON', '{"a":1}\nnonsense\n{"a":2}', ['{"a":1}', 'nonsense', '{"a":2}']],
    ['a text that does not end', '{"a":"x\n{"a":2}\n', ['{"a":"x', '{"a":2}']],
    ['an object that does not end', '{"a":1\n{"a":2}\n', ['{"a":1', '{"a":2}']],
    ['a file that is cut', '{"a":1}\n{"a":', ['{"a":1}', '{"a":…']],
    ['nothing', ' \n ', []],
  ])('%s', (_, text, records) => {
    expect(readJson(text, windowLength)).toEqual(records);
  });
});

test('rows of a CSV, in windows', () => {
  const text = 'a;b\r\n1;"x;\r\n""y"""\r\n\r\n2;5" wide\n3;"open';
  const split = (units: string, isLast: boolean) => {
    const { spans, consumed } = splitCsv(units, { separator: ';', isLast, maxSpans: 100 });
    return {
      rows: spans.map(({ from, until, isOpen }) => [
        toCells(units.slice(from, until), { separator: ';' }),
        isOpen ?? false,
      ]),
      consumed,
    };
  };
  expect(split(text, true).rows).toEqual([
    [['a', 'b'], false],
    [['1', 'x;\r\n"y"'], false],
    [['2', '5" wide'], false],
    [['3', 'open'], true],
  ]);
  for (let length = 1; length < text.length; length += 1) {
    const first = split(text.slice(0, length), false);
    const second = split(text.slice(first.consumed), true);
    expect([...first.rows, ...second.rows]).toEqual(split(text, true).rows);
  }
});

test.each([
  ['utf-8', Buffer.from('\uFEFFPäike')],
  ['utf-8', Buffer.from('Päike õhtul')],
  ['utf-16le', Buffer.from('\uFEFFPäike', 'utf16le')],
  ['utf-16be', Buffer.from('Päike', 'utf16le').swap16()],
  ['windows-1252', Buffer.from([0x50, 0xe4, 0x69, 0x6b, 0x65, 0x80])],
] as const)('the encoding %s is found', (encoding, bytes) => {
  expect(detectEncoding(bytes)).toBe(encoding);
  const text = toText(toUnits(bytes, encoding), encoding).replace('\uFEFF', '');
  expect(text).toMatch(/^Päike/);
});

test.each([
  ['windows-1257', [0xd0, 0x61, 0xef, 0x61, 0x20, 0x6c, 0xe2, 0x20, 0xfe], 'Šaļa lā ž'],
  ['windows-1257', [0x76, 0xeb, 0xf0, 0x61, 0x20, 0xf8, 0xe0, 0x20, 0xfb], 'vėša ųą ū'],
  ['iso-8859-15', [0xa6, 0x6f, 0x6b, 0x6b, 0x20, 0xb8, 0x20, 0xa4, 0x20, 0xf5], 'Šokk ž € õ'],
  ['windows-1252', [0x63, 0x61, 0x66, 0xe9, 0x20, 0xe0, 0x20, 0xe7, 0x61, 0x20, 0xea], 'café à ça ê'],
  ['windows-1252', [0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x96, 0x20, 0x80], 'Größe – €'],
  ['windows-1250', [0xb3, 0xf3, 0x64, 0x9f, 0x20, 0xbf, 0x61, 0xb9], 'łódź żaą'],
  ['windows-1251', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xea, 0xe0, 0xea], 'Привет как'],
] as const)('%s is found by its letters: %j', (encoding, bytes, text) => {
  expect(detectEncoding(Uint8Array.from(bytes))).toBe(encoding);
  expect(toText(toUnits(Uint8Array.from(bytes), encoding), encoding)).toBe(text);
});

test('wrong bytes become U+FFFD', () => {
  expect(toText(toUnits(Buffer.from([0x61, 0xff]), 'utf-8'), 'utf-8')).toBe('a\uFFFD');
  expect(toText('a\u0000\ud800', 'utf-16le')).toBe('a\uFFFD\uFFFD');
});

test('a text that ends within a character does not make UTF-8 another encoding', () => {
  const cut = Buffer.concat([Buffer.from('õäöü 😀 '), Buffer.from('😀').subarray(0, 2), Buffer.from('\nnext')]);
  expect(detectEncoding(cut)).toBe('utf-8');
});

test.each([2, 3])('one good character outweighs an emoji of which %i bytes are left', (bytes) => {
  const cut = Buffer.concat([Buffer.from('bye '), Buffer.from('😀').subarray(0, bytes), Buffer.from('\nõhtu, next')]);
  expect(detectEncoding(cut)).toBe('utf-8');
});

test('a single cut pair of letters and dashes does not make Windows-1252 UTF-8', () => {
  expect(detectEncoding(Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x96, 0x42, 0x61, 0x72, 0x20, 0xe4, 0x20]))).toBe(
    'windows-1252',
  );
});

test.each(['a,', '"a",'])('a row of a million cells %j is read once, not once for each cell', (cell) => {
  const units = cell.repeat(1_000_000);
  const { spans } = splitCsv(`${units}\n1,2\n`, { separator: ',', isLast: true, maxSpans: 1000 });
  expect(spans.map(({ from, until }) => until - from)).toEqual([units.length, 3]);
});
