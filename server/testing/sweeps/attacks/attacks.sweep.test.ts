import { beforeAll, expect, test } from 'vitest';
import { useTestPortal } from '../../test-portal.ts';
import { makeSweepWorld, takeSnapshot, type SweepWorld } from '../sweep-world.ts';
import type { Attacks } from './attack.ts';
import { companyAttacks } from './company-attacks.ts';
import { identityAttacks } from './identity-attacks.ts';
import { neighbourAttacks } from './neighbour-attacks.ts';
import { requestAttacks } from './request-attacks.ts';

/* What outsiders, other companies, employees and assistants try beside the calls of the contract. */

const portal = useTestPortal();
let world: SweepWorld;

beforeAll(async () => {
  world = await makeSweepWorld(portal());
  // The first call of a person is noted in the company.
  await portal().call('/session/user', { as: world.other.superAdmin });
}, 120_000);

const attacks: Attacks = {
  ...identityAttacks,
  ...requestAttacks,
  ...companyAttacks,
  ...neighbourAttacks,
};

test.each(Object.entries(attacks))('%s', { timeout: 120_000 }, async (_, attack) => {
  await world.forgetAttempts();
  const victim = () => takeSnapshot(world, world.other.id);
  const before = await victim();
  await attack(world);
  expect(await victim()).toBe(before);
});
