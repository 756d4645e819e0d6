import { expect, test } from 'vitest';
import { findDifferences, getUserSchema, newUserValues, toUserValues } from './user-form-values.ts';

const opened = {
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@acme.example',
  company: 'Acme',
  sapId: 'ABERG',
  roles: ['User' as const],
};

test('a refused save shows the fields in which mine differ from theirs', () => {
  const theirs = { ...opened, lastName: 'Dahl', sapId: null };
  const mine = { ...opened, lastName: 'Ek', sapId: '', roles: ['User' as const, 'Admin' as const] };
  expect(findDifferences(theirs, mine)).toEqual([
    { label: 'Last Name', theirs: 'Dahl', yours: 'Ek' },
    { label: 'Role', theirs: 'User', yours: 'Admin, User' },
  ]);
});

test('the order of roles is no difference', () => {
  const theirs = { ...opened, roles: ['Admin' as const, 'User' as const] };
  const mine = { ...opened, roles: ['User' as const, 'Admin' as const] };
  expect(findDifferences(theirs, mine)).toEqual([]);
});

test('a new user starts as User, and a missing SAP ID is an empty field', () => {
  expect(newUserValues.roles).toEqual(['User']);
  expect(toUserValues({ firstName: 'A', lastName: 'B', email: 'c', sapId: null })).toEqual({
    firstName: 'A',
    lastName: 'B',
    email: 'c',
    company: '',
    sapId: '',
    roles: [],
  });
});

test('a role is refused unless it may be given or is held already', () => {
  const values = { ...opened, roles: ['User' as const, 'TechnicalUser' as const] };
  const refused = getUserSchema(['Admin', 'User'], ['User']).safeParse(values);
  expect(refused.error?.issues).toMatchObject([{ path: ['roles'], message: 'You can not grant this role.' }]);
  expect(getUserSchema(['Admin', 'User'], ['TechnicalUser']).safeParse(values).success).toBe(true);
});
