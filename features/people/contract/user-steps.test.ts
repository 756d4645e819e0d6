import { expect, test } from 'vitest';
import { judgeStep, type UsersStep } from './user-steps.ts';

const user = (id: string, values: object = {}) => ({
  id,
  roles: ['User'] as const,
  access: { state: 'Active' as const, canManage: true },
  ...values,
});
const superAdmin = (id: string, values: object = {}) => user(id, { roles: ['SuperAdmin'], ...values });
const scope = { ownId: 'me', grantable: ['SuperAdmin', 'Admin', 'User'] as const, otherSuperAdmins: 0 };

const judge = (step: UsersStep, users: readonly ReturnType<typeof user>[], others = 0) =>
  Object.fromEntries(judgeStep(step, users, { ...scope, otherSuperAdmins: others }));

test('a company keeps a SuperAdmin: all stay where all would go, and one who stays anyway is enough', () => {
  const both = [superAdmin('a'), superAdmin('b'), user('c')];
  const stay = { a: 'last-super-admin', b: 'last-super-admin' };
  expect(judge({ name: 'delete' }, both)).toEqual({ ...stay, c: 'done' });
  expect(judge({ name: 'deactivateMany' }, both)).toEqual({ ...stay, c: 'done' });
  expect(judge({ name: 'updateRoles', role: 'Admin' }, both)).toEqual({ ...stay, c: 'done' });
  expect(judge({ name: 'updateRoles', role: 'SuperAdmin' }, both)).toEqual({
    a: 'unchanged',
    b: 'unchanged',
    c: 'done',
  });
  expect(judge({ name: 'delete' }, both, 1)).toEqual({ a: 'done', b: 'done', c: 'done' });
  expect(judge({ name: 'delete' }, [...both, superAdmin('me')])).toMatchObject({ a: 'done', me: 'own' });
});

test('a deactivated SuperAdmin keeps no company, and can be deleted beside another one', () => {
  const left = superAdmin('b', { access: { state: 'Deactivated', canManage: true } });
  expect(judge({ name: 'deactivateMany' }, [superAdmin('a'), left])).toEqual({
    a: 'last-super-admin',
    b: 'unchanged',
  });
  expect(judge({ name: 'delete' }, [left], 1)).toEqual({ b: 'done' });
});

test('who holds more than the actor is left out of every step, and so is who has no status', () => {
  const above = user('a', { access: { state: 'Invited', canManage: false } });
  for (const name of ['deactivateMany', 'reactivateMany', 'sendInvitations', 'delete'] as const) {
    expect(judge({ name }, [above, user('b', { access: undefined })])).toEqual({ a: 'above', b: 'above' });
  }
});
