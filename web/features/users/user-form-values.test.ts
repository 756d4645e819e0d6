import { expect, test } from 'vitest';
import { findDifferences, getUserSchema, keepMine, newUserValues, toUserValues } from './user-form-values.ts';

const opened = {
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@acme.example',
  company: 'Acme',
  sapId: 'ABERG',
  roles: ['User' as const],
};

test('a refused save shows every difference, and which of them are not the person’s own', () => {
  const theirs = { ...opened, lastName: 'Dahl', sapId: 'ADAHL' };
  const mine = { ...opened, lastName: 'Ek', roles: ['User' as const, 'Admin' as const] };
  expect(findDifferences({ theirs, mine, opened })).toEqual([
    { label: 'Last Name', theirs: 'Dahl', yours: 'Ek' },
    { label: 'SAP Login ID', theirs: 'ADAHL', yours: 'not changed by you' },
    { label: 'Role', theirs: 'User', yours: 'Admin, User' },
  ]);
});

test('keeping mine puts my changes on their version', () => {
  const theirs = { ...opened, lastName: 'Dahl', sapId: 'ADAHL' };
  const mine = { ...opened, lastName: 'Ek' };
  expect(keepMine({ theirs, mine, opened })).toEqual({ ...opened, lastName: 'Ek', sapId: 'ADAHL' });
});

test('the order of roles is no difference', () => {
  const theirs = { ...opened, roles: ['Admin' as const, 'User' as const] };
  const mine = { ...opened, roles: ['User' as const, 'Admin' as const] };
  expect(findDifferences({ theirs, mine, opened })).toEqual([]);
});

test('a new user starts as User, and a missing SAP ID is an empty field', () => {
  expect(newUserValues.roles).toEqual(['User']);
  expect(toUserValues({ id: '1', firstName: 'A', lastName: 'B', email: 'c', sapId: null })).toEqual({
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
