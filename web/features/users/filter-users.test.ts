import { expect, test } from 'vitest';
import { filterUsers, toSearchableUsers } from './filter-users.ts';

const users = toSearchableUsers([
  { id: '1', firstName: 'Anna', lastName: 'Berg', email: 'a.berg@acme.example', company: 'Acme (North)' },
  { id: '2', firstName: 'Bo', lastName: 'Hannula', email: 'bo@acme.example', company: 'Acme South' },
  { id: '3', firstName: 'Carl', lastName: 'Dahl', email: 'carl+test@globex.example' },
]);

const find = (search: string) => filterUsers(users, search).map(({ id }) => id);

test('first name, last name, e-mail and company are searched without regard to case', () => {
  expect(find('ANN')).toEqual(['1', '2']);
  expect(find('dahl')).toEqual(['3']);
  expect(find('Globex.')).toEqual(['3']);
  expect(find('south')).toEqual(['2']);
});

test('the search is literal text, not a pattern', () => {
  expect(find('(north)')).toEqual(['1']);
  expect(find('.*')).toEqual([]);
  expect(find('carl+t')).toEqual(['3']);
  expect(find('[')).toEqual([]);
});

test('a match never runs from one field into the next', () => {
  expect(find('annaberg')).toEqual([]);
});

test('a blank search keeps everybody in their order, and spaces around it do not count', () => {
  expect(find('')).toEqual(['1', '2', '3']);
  expect(find('   ')).toEqual(['1', '2', '3']);
  expect(find(' bo ')).toEqual(['2']);
});

test('ten thousand users are searched well within a frame', () => {
  const many = toSearchableUsers(
    Array.from({ length: 10_000 }, (_, index) => ({
      id: String(index),
      firstName: `First${index}`,
      lastName: `Last${index}`,
      email: `user${index}@acme.example`,
      company: 'Acme',
    })),
  );
  const startedAt = performance.now();
  expect(filterUsers(many, 'last999')).toHaveLength(11);
  expect(performance.now() - startedAt).toBeLessThan(50);
});
