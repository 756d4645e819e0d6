import { describe, expect, test } from 'vitest';
import { failures } from './attempt.ts';
import { misbehaviours } from './testing/misbehaviours.ts';
import { systemTargets } from './testing/targets.ts';
import { expectDiscreet, findFailure, muchBytes, useStandIn } from './testing/use-stand-in.ts';

const world = useStandIn();

describe.each(Object.entries(systemTargets))('%s', (name, at) => {
  test('connects by a username and a password, and has no identifier', async () => {
    const report = await world().connect(at(world().standIn.port));
    expect(report.map(({ step, outcome }) => [step, outcome])).toEqual([
      ['address', 'passed'],
      ['reach', 'passed'],
      ['tls', 'passed'],
      ['signIn', 'passed'],
    ]);
    const path = name === 'sap' ? '/sap/bc/ping?sap-client=100' : '/';
    expect(world().standIn.seen.map((request) => request.path)).toEqual([path, path]);
    expectDiscreet(report);
  });

  test('refuses a wrong password and an unknown user', async () => {
    for (const wrong of [{ password: 'wrong' }, { username: 'NOBODY' }, { username: undefined }]) {
      expect(findFailure(await world().connect({ ...at(world().standIn.port), ...wrong }))).toEqual([
        'signIn',
        failures.refused,
      ]);
    }
  });

  const noPing = 'No SAP gateway at this address, or its service /sap/bc/ping is not active.';
  const sapOnly = name === 'sap' ? ['signIn', noPing] : undefined;
  test.each([
    ['unauthorized', ['signIn', failures.refused]],
    ['forbidden', sapOnly ?? ['signIn', failures.refused]],
    ['missing', sapOnly],
    ['tooMany', ['signIn', failures.later]],
    ['broken', ['signIn', failures.ownError]],
    ['notJson', sapOnly],
    ['bomb', sapOnly],
    ['endless', sapOnly],
    ['slowBody', sapOnly],
    ['cut', sapOnly],
    ['manyHeaders', ['reach', failures.reach]],
    ['cutAtOnce', ['reach', failures.reach]],
    ['otherProtocol', ['reach', failures.reach]],
    ['noHttp', ['reach', failures.reach]],
  ] as const)('that is %s is reported at its step', async (misbehaviour, expected) => {
    const before = world().standIn.countBytes();
    world().standIn.misbehave(misbehaviours[misbehaviour]);
    const report = await world().connect(at(world().standIn.port));
    expect(findFailure(report)).toEqual(expected);
    expectDiscreet(report);
    expect(world().standIn.countBytes() - before).toBeLessThan(muchBytes);
  });

  test('that is silent is given up at the deadline', async () => {
    world().standIn.misbehave(misbehaviours.silent);
    expect(findFailure(await world().connectBriefly(at(world().standIn.port)))).toEqual(['reach', failures.reach]);
  });
});

test('SAP refuses a client that does not exist, and takes its own where none is given', async () => {
  const target = systemTargets['sap']!(world().standIn.port);
  expect(findFailure(await world().connect({ ...target, client: '999' }))).toEqual(['signIn', failures.refused]);
  await world().connect({ ...target, client: undefined });
  expect(world().standIn.seen.at(-1)?.path).toBe('/sap/bc/ping');
});

test('a system without authentication is reached, and the report says that no credentials were checked', async () => {
  world().standIn.misbehave((response) => response.end('hello'));
  const report = await world().connect({ ...systemTargets['salesforce']!(world().standIn.port), password: 'any' });
  expect(report.at(-1)).toEqual({
    step: 'signIn',
    outcome: 'passed',
    message: 'The system did not ask for credentials, so the username and password could not be checked.',
  });
});
