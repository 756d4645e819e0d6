import { expect, test } from 'vitest';
import { getCapabilities, type Role } from '#contract/capabilities.ts';
import type { RoleRights } from '#features/people/contract/role-rights.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { createShownIds } from '#server/lib/crypto/shown-ids.ts';
import { allowManaging, allowRoleChange, getOfferedRoles, toVisibleUser } from './users.policy.ts';

const actorWith = (roles: Role[], isProvider = false, rights: RoleRights = {}): Actor => ({
  sessionId: null,
  openedBy: { companyId: null, issuer: null },
  ids: createShownIds(Buffer.alloc(32), 'company-1'),
  accountId: 'a0000000-0000-4000-8000-000000000001',
  userId: 'b0000000-0000-4000-8000-000000000001',
  companyId: 'c0000000-0000-4000-8000-000000000001',
  companyName: 'Acme Manufacturing',
  homeCompanyId: 'c0000000-0000-4000-8000-000000000001',
  actsFrom: null,
  firstName: 'Maarja',
  lastName: 'Kask',
  email: 'maarja@acme.example',
  roles,
  isProvider,
  rights,
  masking: { shown: [], patterns: [] },
  capabilities: getCapabilities({ roles, isProvider, rights }),
  timeZone: 'Europe/Tallinn',
  suspension: null,
});

const user = {
  id: 'b0000000-0000-4000-8000-000000000002',
  firstName: 'Jaan',
  lastName: 'Tamm',
  email: 'jaan@acme.example',
  company: 'Acme',
  sapId: 'JTAMM',
  roles: ['User'] as Role[],
  version: 1,
};

test('a SuperAdmin sees all of a user, an Admin the profile, others only what pickers need', () => {
  const access = { state: 'Invited', lastSignInAt: null, hasTwoFactor: false, canManage: true };
  expect(toVisibleUser(actorWith(['SuperAdmin']), user, false)).toEqual({ ...user, access });
  expect(toVisibleUser(actorWith(['Admin']), user)).toEqual(user);
  const narrowed = actorWith(['Admin'], false, { people: { Admin: 'none' } });
  for (const actor of [actorWith(['User']), narrowed]) {
    expect(Object.keys(toVisibleUser(actor, user))).toEqual(['id', 'firstName', 'lastName', 'email']);
  }
});

test('every user sees all fields of the own record', () => {
  const own = { ...user, id: actorWith(['User']).userId };
  expect(toVisibleUser(actorWith(['User']), own)).toEqual(own);
});

test('a SuperAdmin gives SuperAdmin, Admin and User, and TechnicalUser only as the provider', () => {
  expect(getOfferedRoles(actorWith(['SuperAdmin']))).toEqual(['SuperAdmin', 'Admin', 'User']);
  expect(getOfferedRoles(actorWith(['SuperAdmin'], true))).toEqual(['SuperAdmin', 'Admin', 'User', 'TechnicalUser']);
  expect(getOfferedRoles(actorWith(['Admin', 'User']))).toEqual(['Admin', 'User']);
});

test('a role that does not change may stay', () => {
  expect(() =>
    allowRoleChange(actorWith(['SuperAdmin']), ['User', 'TechnicalUser'], ['Admin', 'TechnicalUser']),
  ).not.toThrow();
});

test('TechnicalUser is neither given nor taken by a company’s own SuperAdmin', () => {
  expect(() => allowRoleChange(actorWith(['SuperAdmin']), ['User'], ['User', 'TechnicalUser'])).toThrow(
    'users.role-not-grantable',
  );
  expect(() => allowRoleChange(actorWith(['SuperAdmin']), ['User', 'TechnicalUser'], ['User'])).toThrow(
    'users.role-not-grantable',
  );
});

test('who manages people without being a SuperAdmin grants no more than they hold', () => {
  const people: RoleRights = { people: { Admin: 'change' } };
  expect(getOfferedRoles(actorWith(['Admin'], false, people))).toEqual(['Admin', 'User']);
  const narrowed: RoleRights = { ...people, transcripts: { Admin: 'own' } };
  expect(getOfferedRoles(actorWith(['Admin'], false, narrowed))).toEqual(['Admin']);
  expect(getOfferedRoles(actorWith(['SuperAdmin'], false, { transcripts: { SuperAdmin: 'none' } }))).toContain('User');
});

test('who manages people changes no user who holds more than they do', () => {
  const admin = actorWith(['Admin'], false, { people: { Admin: 'change' } });
  expect(() => allowManaging(admin, { roles: ['User', 'Admin'] })).not.toThrow();
  expect(() => allowManaging(admin, { roles: ['User', 'TechnicalUser'] })).not.toThrow();
  expect(() => allowManaging(admin, { roles: ['User', 'SuperAdmin'] })).toThrow('holds more than the actor');
  expect(() => allowManaging(actorWith(['SuperAdmin']), { roles: ['SuperAdmin', 'TechnicalUser'] })).not.toThrow();
});
