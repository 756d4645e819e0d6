import { expect, test } from 'vitest';
import { mergeValues } from './merge-values.ts';

test('what I changed stays mine, everything else becomes theirs', () => {
  const base = { city: 'Tallinn', zip: '10117', region: '' };
  const mine = { city: 'Pärnu', zip: '10117', region: '' };
  const theirs = { city: 'Tartu', zip: '50090', region: '' };
  expect(mergeValues(base, mine, theirs)).toEqual({ city: 'Pärnu', zip: '50090', region: '' });
});

test('groups are merged field by field', () => {
  const base = { updates: { maintenance: true, newSkills: false } };
  const mine = { updates: { maintenance: true, newSkills: true } };
  const theirs = { updates: { maintenance: false, newSkills: false } };
  expect(mergeValues(base, mine, theirs)).toEqual({ updates: { maintenance: false, newSkills: true } });
});

test('a list counts as changed by what it holds, not by its order', () => {
  const base = { roles: ['Admin', 'User'] };
  const theirs = { roles: ['User'] };
  expect(mergeValues(base, { roles: ['User', 'Admin'] }, theirs)).toEqual(theirs);
  expect(mergeValues(base, { roles: ['Admin'] }, theirs)).toEqual({ roles: ['Admin'] });
});
