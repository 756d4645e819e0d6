import { expect, test } from 'vitest';
import { changeSelection, emptySelection, getHeadState } from './use-selection.ts';

const select = (...ids: string[]) => changeSelection(emptySelection, { type: 'select', ids });

test('records are selected and deselected, one or all of a list', () => {
  const selection = select('a', 'b', 'c');
  expect([...selection]).toEqual(['a', 'b', 'c']);
  expect([...changeSelection(selection, { type: 'deselect', ids: ['b'] })]).toEqual(['a', 'c']);
  expect([...changeSelection(selection, { type: 'deselect', ids: ['a', 'b', 'c'] })]).toEqual([]);
});

test('deselecting the found records leaves the hidden ones selected', () => {
  expect([...changeSelection(select('hidden', 'seen'), { type: 'deselect', ids: ['seen'] })]).toEqual(['hidden']);
});

test('a deleted record is no longer selected', () => {
  expect([...changeSelection(select('a', 'b'), { type: 'prune', existing: ['b', 'c'] })]).toEqual(['b']);
});

test('the checkbox of the head shows all, some or none of the found records', () => {
  expect(getHeadState(select('a', 'b'), ['a', 'b'])).toBe('all');
  expect(getHeadState(select('a'), ['a', 'b'])).toBe('some');
  expect(getHeadState(select('z'), ['a', 'b'])).toBe('none');
  expect(getHeadState(emptySelection, [])).toBe('none');
});
