import { expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { sortUsers } from './sort-users.ts';

const users: User[] = [
  { id: '1', firstName: 'émile', lastName: 'Berg', email: 'user10@acme.example', roles: ['User'] },
  { id: '2', firstName: 'Zoe', lastName: 'Berg', email: 'user9@acme.example', roles: ['Admin', 'User'] },
  { id: '3', firstName: 'Anna', lastName: 'Ahl', email: 'user1@acme.example', company: 'Acme', roles: ['SuperAdmin'] },
];

const idsOf = (sorted: readonly User[]) => sorted.map(({ id }) => id).join('');

test('without a column the order is the server’s', () => {
  expect(sortUsers(users, {})).toBe(users);
});

test('texts are ordered as people read them: accents and case do not count, figures do', () => {
  expect(idsOf(sortUsers(users, { sortBy: 'firstName' }))).toBe('312');
  expect(idsOf(sortUsers(users, { sortBy: 'email' }))).toBe('321');
  expect(idsOf(sortUsers(users, { sortBy: 'roles' }))).toBe('231');
});

test('equal users keep their order in both directions', () => {
  expect(idsOf(sortUsers(users, { sortBy: 'lastName' }))).toBe('312');
  expect(idsOf(sortUsers(users, { sortBy: 'lastName', order: 'descending' }))).toBe('123');
});

test('a missing company counts as an empty text', () => {
  expect(idsOf(sortUsers(users, { sortBy: 'company', order: 'descending' }))).toBe('312');
});
