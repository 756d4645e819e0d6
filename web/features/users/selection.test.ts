import { expect, test } from 'vitest';
import { changeSelection, emptySelection, getHeaderState } from './selection.ts';

const select = (...ids: string[]) => changeSelection(emptySelection, { type: 'select', ids });

test('users are selected and deselected, one or all of a list', () => {
  const selection = select('a', 'b', 'c');
  expect([...selection]).toEqual(['a', 'b', 'c']);
  expect([...changeSelection(selection, { type: 'deselect', ids: ['b'] })]).toEqual(['a', 'c']);
  expect([...changeSelection(selection, { type: 'deselect', ids: ['a', 'b', 'c'] })]).toEqual([]);
});

test('deselecting the filtered users leaves the hidden ones selected', () => {
  expect([...changeSelection(select('hidden', 'seen'), { type: 'deselect', ids: ['seen'] })]).toEqual(['hidden']);
});

test('who is deleted is not selected any more', () => {
  expect([...changeSelection(select('a', 'b'), { type: 'prune', existing: ['b', 'c'] })]).toEqual(['b']);
});

test('the header tells all, some or none of the filtered users', () => {
  expect(getHeaderState(select('a', 'b'), ['a', 'b'])).toBe('all');
  expect(getHeaderState(select('a'), ['a', 'b'])).toBe('some');
  expect(getHeaderState(select('z'), ['a', 'b'])).toBe('none');
  expect(getHeaderState(emptySelection, [])).toBe('none');
});
