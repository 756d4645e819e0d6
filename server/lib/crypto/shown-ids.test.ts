import { hash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { createShownIds, showIds, showPages } from './shown-ids.ts';

const secret = Buffer.from('a secret of the portal, 32 bytes');
const ids = createShownIds(secret, 'one');
const stored = hash('sha256', 'mari@acme.example', 'hex').replace(
  /^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/,
  '$1-$2-$3-$4-$5',
);

test('an id is opened as it was shown, in any spelling, and each is another one', () => {
  const all = Array.from({ length: 500 }, () => randomUUID());
  const shown = ids.showAll(all);
  expect(shown).toEqual(all.map((id) => ids.show(id)));
  expect(shown.map((id) => ids.open(id))).toEqual(all);
  expect(shown.map((id) => ids.open(id.toUpperCase().replaceAll('-', '')))).toEqual(all);
  expect(new Set([...shown, ...all]).size).toBe(1000);
  expect(ids.showAll([])).toEqual([]);
  expect(() => ids.show('x')).toThrow('no UUID');
});

test('another company and another portal show another id', () => {
  const others = [createShownIds(secret, 'two'), createShownIds(Buffer.alloc(32), 'one')].map((each) =>
    each.show(stored),
  );
  expect(new Set([ids.show(stored), ...others, stored]).size).toBe(4);
  expect(createShownIds(secret, 'one').show(stored)).toBe(ids.show(stored));
});

test('two of a company are equal, and none prints its key', () => {
  expect(isDeepStrictEqual(ids, createShownIds(secret, 'one'))).toBe(true);
  expect(JSON.stringify(ids)).toBe('{}');
});

test('rows are shown with the names of what was erased, which are their stored ids', async () => {
  const bare = (id: string) => id.replaceAll('-', '');
  const rows = [
    { id: stored, name: 'as reported', other: null, text: stored },
    { id: stored, name: bare(stored), other: stored, text: '' },
  ];
  const shown = ids.show(stored);
  const expected = [
    { id: shown, name: 'as reported', other: null, text: stored },
    { id: shown, name: bare(shown), other: shown, text: '' },
  ];
  const fields = [{ id: 'id', name: 'name' }, { id: 'other' }] as const;
  expect(showIds(ids, rows, fields)).toEqual(expected);
  const pages = (async function* () {
    yield rows;
    yield [];
  })();
  const shownPages: unknown[] = [];
  for await (const page of showPages(ids, pages, fields)) shownPages.push(page);
  expect(shownPages).toEqual([expected, []]);
});
