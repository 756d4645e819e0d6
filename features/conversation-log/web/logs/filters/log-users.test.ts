import { expect, test } from 'vitest';
import { alignChosenUsers, mergeUsers, splitUserIds } from './log-users.ts';

const person = (id: string, firstName: string, lastName: string, email = `${id}@acme.example`) => ({
  id,
  firstName,
  lastName,
  email,
});

test('users with the same full name are one option with all their ids and e-mails', () => {
  const users = [person('2', 'Max', 'Meier'), person('3', 'Anna', 'Berg'), person('1', ' Max', 'Meier ')];
  expect(mergeUsers(users)).toEqual([
    { value: '3', label: 'Anna Berg', words: '3@acme.example' },
    { value: '1::2', label: 'Max Meier', detail: '1@acme.example, 2@acme.example' },
  ]);
});

test('names are compared in their normal form', () => {
  expect(mergeUsers([person('1', 'Zo\u00EB', 'Z'), person('2', 'Zoe\u0308', 'Z')])).toHaveLength(1);
});

test('ten thousand users are merged at once', () => {
  const users = Array.from({ length: 10_000 }, (_, index) => person(`${index}`, `First${index % 5000}`, 'Last'));
  expect(mergeUsers(users)).toHaveLength(5000);
});

test('a missing e-mail is left out of the detail', () => {
  expect(mergeUsers([person('1', 'A', 'B', ''), person('2', 'A', 'B', '')])).toEqual([{ value: '1::2', label: 'A B' }]);
});

test('a person who is not in the list of users is marked, conversations without a user are not', () => {
  const reported = { ...person('1', 'Ann', 'Zimmer', ''), isMapped: false };
  const unknown = { ...person('unmapped', 'Unknown user', '', ''), isMapped: false };
  expect(mergeUsers([reported, unknown])).toEqual([
    { value: '1', label: 'Ann Zimmer', detail: 'Not in the user list' },
    { value: 'unmapped', label: 'Unknown user' },
  ]);
});

test('chosen options are split into distinct ids', () => {
  expect(splitUserIds(['a::b', 'b', '', 'c::'])).toEqual(['a', 'b', 'c']);
});

test('an address from before a second user with the same name selects the option of both', () => {
  const options = mergeUsers([person('1', 'Max', 'Meier'), person('2', 'Max', 'Meier'), person('3', 'A', 'B')]);
  expect(alignChosenUsers(['2', '1', 'gone'], options)).toEqual(['1::2', 'gone']);
});
