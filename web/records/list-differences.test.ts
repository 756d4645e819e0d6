import { expect, test } from 'vitest';
import { listDifferences } from './list-differences.ts';

interface Values {
  name: string;
  roles: readonly string[];
  password: string;
}

const labels = { name: 'Name', roles: 'Roles', password: null };
const stored: Values = { name: 'Berg', roles: ['User'], password: '' };

test('the fields that differ are listed in the order of the labels, with both values', () => {
  const mine = { ...stored, name: 'Ek', roles: ['User', 'Admin'] };
  expect(listDifferences({ labels, theirs: stored, mine })).toEqual([
    { label: 'Name', theirs: 'Berg', yours: 'Ek' },
    { label: 'Roles', theirs: 'User', yours: 'Admin, User' },
  ]);
});

test('the order of a list is no difference', () => {
  const theirs = { ...stored, roles: ['Admin', 'User'] };
  expect(listDifferences({ labels, theirs, mine: { ...stored, roles: ['User', 'Admin'] } })).toEqual([]);
});

test('a field without a label is not compared', () => {
  expect(listDifferences({ labels, theirs: stored, mine: { ...stored, password: 'secret' } })).toEqual([]);
});
