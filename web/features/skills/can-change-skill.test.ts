import { expect, test } from 'vitest';
import { makeCurrentUser } from '../../api/testing/make-current-user.ts';
import { canChangeSkill } from './can-change-skill.ts';
import { makeSkill } from './testing/make-skill.ts';

const provided = makeSkill({ isProvided: true });
const home = { id: '1f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d55', name: 'Steward' };
const other = '2f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d66';

test('a company changes its own skills, and not those of the provider', () => {
  expect(canChangeSkill(makeSkill(), makeCurrentUser())).toBe(true);
  expect(canChangeSkill({ _id: 'x', id: 'x', name: 'Bare' }, makeCurrentUser())).toBe(true);
  expect(canChangeSkill(provided, makeCurrentUser())).toBe(false);
});

test('the provider’s people change the provider’s skills at home, and not from inside another company', () => {
  const facts = { isProvider: true, companies: [home] };
  expect(canChangeSkill(provided, makeCurrentUser({ ...facts, companyId: home.id }))).toBe(true);
  expect(canChangeSkill(provided, makeCurrentUser({ ...facts, companyId: other }))).toBe(false);
});
