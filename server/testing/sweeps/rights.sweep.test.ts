import { beforeAll, expect, test } from 'vitest';
import { can, getCapabilities, hasRightsOf, type Capability, type RoleHolder } from '#contract/capabilities.ts';
import {
  listChoices,
  rightNames,
  toRightsTable,
  toRoleRights,
  type RightsTable,
  type RoleRights,
} from '#features/people/contract/role-rights.ts';
import { roles } from '#contract/roles.ts';
import { useTestPortal } from '../test-portal.ts';
import { listEndpoints, type SweptEndpoint } from './endpoints.ts';
import { readJson } from './judge-answer.ts';
import { sendRaw } from './raw-call.ts';
import { makeSweepWorld, type SweepCaller, type SweepWorld } from './sweep-world.ts';
import { toRawCall } from './swept-call.ts';
import type { ValidCall } from './valid-calls/valid-call.ts';
import { getValidCall } from './valid-calls/valid-calls.ts';

const portal = useTestPortal();
let world: SweepWorld;
/** Valid calls for callers that are refused: only one that is let in needs records of its own. */
let made: ReadonlyMap<string, ValidCall>;

beforeAll(async () => {
  world = await makeSweepWorld(portal());
  const make = async ({ key }: SweptEndpoint) => [key, await getValidCall(key, world, world.superAdmin)] as const;
  made = new Map(await Promise.all(listEndpoints().map(make)));
});

/** A small generator, so that a failure can be repeated by its seed. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** The VAT number stays, because a valid call of the company's details sends it. */
function drawRights(seed: number): RightsTable {
  const random = createRandom(seed);
  const table = toRightsTable(undefined);
  const drawn = rightNames.map((right) => {
    const levels = roles.map((role) => {
      const choices = listChoices(right, role);
      const level = choices[Math.floor(random() * choices.length)] ?? table[right][role];
      return [role, right === 'vatNumber' ? table[right][role] : level];
    });
    return [right, Object.fromEntries(levels)];
  });
  return Object.fromEntries(drawn) as RightsTable;
}

const omitBilling = ({ billing: _billing, ...others }: RoleRights): RoleRights => others;

/** Holder with the drawn rights, as the documents say: a provider who acts in the company keeps its billing. */
function toHolder({ holder, companyId, user }: SweepCaller, rights: RoleRights): RoleHolder {
  if (user.companyId === companyId) return companyId === world.own.id ? { ...holder, rights } : holder;
  return { ...holder, rights: omitBilling(rights) };
}

const isCapability = (access: string): access is Capability =>
  !['public', 'session', 'signed-in', 'intake'].includes(access);

test.each([1, 3])('an endpoint refuses exactly where its capability is missing, rights of seed %s', async (seed) => {
  const table = drawRights(seed);
  const rights = toRoleRights(table);
  const { status } = await portal().call('/company/rights', {
    as: world.own.superAdmin,
    method: 'PUT',
    body: { levels: table },
  });
  expect(status).toBe(200);
  const wrong: string[] = [];
  let cells = 0;
  for (const caller of world.callers.filter(({ companyId }) => companyId === world.own.id)) {
    const holder = toHolder(caller, rights);
    const held = { capabilities: getCapabilities(holder) };
    const user = await portal().call('/session/user', { headers: caller.headers });
    expect(user).toMatchObject({ status: 200, body: { capabilities: held.capabilities } });
    for (const endpoint of listEndpoints()) {
      const { access } = endpoint.meta;
      if (!isCapability(access) || endpoint.key === 'rights.update') continue;
      const known = can(held, access) ? undefined : made.get(endpoint.key);
      const { input } = known ?? (await getValidCall(endpoint.key, world, caller));
      const answer = await sendRaw(portal().url, await toRawCall(endpoint, input, caller.headers));
      // The users of the calls have the role User, which may hold more than the caller; the skills have a limit.
      const isAbove =
        /^users\.(?:create|delete|sendInvitation|deactivate|reactivate|resetTwoFactor)$/.test(endpoint.key) &&
        !hasRightsOf(held, 'User', rights);
      const setsLimit = /^skills\.(?:create|update)$/.test(endpoint.key) && !can(held, 'limits.manage');
      const isRefused = answer.status === 403;
      cells += 1;
      if (isRefused !== (!can(held, access) || isAbove || setsLimit)) {
        const { code } = (readJson(answer) ?? {}) as { code?: string };
        wrong.push(`${endpoint.key} × ${caller.name}: ${answer.status} ${code ?? ''}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(cells).toBeGreaterThan(250);
});
