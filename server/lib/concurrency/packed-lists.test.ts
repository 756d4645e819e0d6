import { expect, test } from 'vitest';
import { listBuffers, packLists, unpackLists, type Packed } from './packed-lists.ts';
import { runInPieces } from './pieces.ts';

/** Sends it like a thread that hands it over. */
const send = (packed: Packed) => structuredClone(packed, { transfer: listBuffers(packed) });

const list = (length: number) =>
  Array.from({ length }, (_, place) => ({
    id: `${place}`,
    at: place,
    nothing: undefined,
    none: null,
    text: '\u{1F600}ä',
  }));

const values: ReadonlyArray<[string, unknown]> = [
  ['short lists', { a: list(3), b: { c: [] } }],
  [
    'long lists of a batch',
    { batch: { conversations: list(2500), messages: list(1001), size: 7 }, places: list(1000) },
  ],
  ['a long list alone', list(5000)],
  ['texts', Array.from({ length: 3000 }, (_, place) => `text ${place}`)],
  ['maps, dates and bytes', { found: new Map([['a', new Set([1])]]), at: new Date(0), bytes: new Uint8Array([1, 2]) }],
  ['nothing', undefined],
  ['a text', 'a'],
];

test.each(values)('%s arrive as they were', async (_, value) => {
  expect(await runInPieces(unpackLists(send(packLists(value))))).toStrictEqual(value);
});

test('a long list is received in pieces', () => {
  const steps = unpackLists(send(packLists({ items: list(4500) })));
  let pieces = 0;
  while (!steps.next().done) pieces += 1;
  expect(pieces).toBe(5);
});
