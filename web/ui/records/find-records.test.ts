import { expect, test } from 'vitest';
import { defineColumns } from './columns.ts';
import { findRecords, sortRecords, toSearchable } from './find-records.ts';

interface Person {
  id: string;
  name: string;
  email: string;
  age: number;
  aliases?: readonly string[];
}

const columns = defineColumns<Person>([
  { key: 'name', label: 'Name', text: ({ name }) => name, sort: 'text', search: 'text' },
  {
    key: 'email',
    label: 'E-mail',
    width: '40%',
    text: ({ email }) => email,
    sort: 'text',
    search: ({ email, aliases = [] }) => [email, ...aliases],
  },
  { key: 'age', label: 'Age', width: '20%', text: ({ age }) => String(age), sort: (a, b) => a.age - b.age },
]);

const people: Person[] = [
  { id: '1', name: 'émile (North)', email: 'user10@acme.example', age: 9 },
  { id: '2', name: 'Zoe', email: 'user9@acme.example', age: 30 },
  { id: '3', name: 'Anna', email: 'user1+test@globex.example', age: 9, aliases: ['Annie'] },
];

const idsOf = (found: readonly Person[]) => found.map(({ id }) => id).join('');
const find = (search: string) => idsOf(findRecords(toSearchable(people, columns), search));
const sort = (sortBy?: string, order?: 'descending') => idsOf(sortRecords(people, columns, { sortBy, order }));

test('marks, dots and what is not seen do not count', () => {
  expect(find('emile')).toBe('1');
  expect(find('ＺÖE')).toBe('2');
  expect(find('an\u00adna')).toBe('3');
});

test('every searched column is looked at without regard to case', () => {
  expect(find('ANN')).toBe('3');
  expect(find('annie')).toBe('3');
  expect(find('Acme.')).toBe('12');
});

test('a column without search is not looked at', () => {
  expect(find('30')).toBe('');
});

test('the search is literal text, not a pattern', () => {
  expect(find('(north)')).toBe('1');
  expect(find('.*')).toBe('');
  expect(find('1+t')).toBe('3');
  expect(find('[')).toBe('');
});

test('a match never runs from one field into the next', () => {
  expect(find('zoeuser')).toBe('');
});

test('a blank search keeps all records in their order, and spaces around the text do not count', () => {
  expect(find('')).toBe('123');
  expect(find('   ')).toBe('123');
  expect(find(' zoe ')).toBe('2');
});

test('ten thousand records are searched within 50 ms', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    id: String(index),
    name: `Name${index}`,
    email: `user${index}@acme.example`,
    age: index,
  }));
  const searchable = toSearchable(many, columns);
  // The shortest of some: during others the thread waits for a processor.
  const times = Array.from({ length: 20 }, () => {
    const startedAt = performance.now();
    expect(findRecords(searchable, 'name999')).toHaveLength(11);
    return performance.now() - startedAt;
  });
  expect(Math.min(...times)).toBeLessThan(50);
});

test('without a column, or by one that does not sort, the order is the server’s', () => {
  expect(sortRecords(people, columns, {})).toBe(people);
  expect(sortRecords(people, columns, { sortBy: 'password' })).toBe(people);
});

test('texts are ordered as people read them: accents and case do not count, figures do', () => {
  expect(sort('name')).toBe('312');
  expect(sort('email')).toBe('321');
});

test('equal records keep their order in both directions', () => {
  expect(sort('age')).toBe('132');
  expect(sort('age', 'descending')).toBe('213');
});
