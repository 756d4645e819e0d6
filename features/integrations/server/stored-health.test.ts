import { expect, test } from 'vitest';
import { findTurn, judgeTest, toHealthState, untested, type StoredHealth } from './stored-health.ts';

const minuteMs = 60_000;
const start = Date.parse('2026-11-02T08:00:00Z');
const never: StoredHealth = { ...untested, brokenAt: null, recoveredAt: null };
const refused = { step: 'signIn', message: 'The service rejected these credentials.' } as const;
const unreached = { step: 'reach', message: 'The address could not be reached.' } as const;

/** Tests at minutes after the start: `true` succeeds. */
function run(
  tests: readonly (readonly [minute: number, ok: boolean])[],
  failed: typeof refused | typeof unreached = unreached,
) {
  return tests.reduce<StoredHealth>(
    (health, [minute, ok]) =>
      judgeTest(health, { at: new Date(start + minute * minuteMs), failed: ok ? undefined : failed }),
    never,
  );
}

const stateOf = (...tests: (readonly [number, boolean])[]) => toHealthState(run(tests));
const minutesToNext = (health: StoredHealth) =>
  ((health.nextTestAt?.getTime() ?? 0) - (health.testedAt?.getTime() ?? 0)) / minuteMs;

test('a failure, and any number of them in a few minutes, is degraded at most', () => {
  expect(toHealthState(never)).toBe('neverTested');
  expect(stateOf([0, true])).toBe('working');
  expect(stateOf([0, true], [60, false])).toBe('degraded');
  expect(stateOf([0, false], [1, false], [2, false], [3, false], [14.9, false])).toBe('degraded');
  expect(stateOf([0, false], [20, false])).toBe('degraded');
});

test('three failures in a row over a quarter of an hour are broken, until a test succeeds', () => {
  const broken = run([
    [0, false],
    [8, false],
    [16, false],
  ]);
  expect(toHealthState(broken)).toBe('broken');
  const works = judgeTest(broken, { at: new Date(start + 30 * minuteMs), failed: undefined });
  expect([toHealthState(works), works.failure, works.failingSince, works.failedTests]).toEqual([
    'working',
    null,
    null,
    0,
  ]);
  expect([findTurn(never, broken), findTurn(broken, works), findTurn(works, works)]).toEqual([
    'break',
    'recover',
    undefined,
  ]);
  expect(stateOf([0, false], [8, false], [9, true], [16, false], [24, false])).toBe('degraded');
});

test('a changed connection is untested, and its break ends by a success alone', () => {
  const changed = {
    ...run([
      [0, false],
      [8, false],
      [16, false],
    ]),
    ...untested,
  };
  expect(toHealthState(changed)).toBe('neverTested');
  const works = judgeTest(changed, { at: new Date(start + 20 * minuteMs), failed: undefined });
  expect(findTurn(changed, works)).toBe('recover');
});

test('a failure is tested again soon, a broken one less often, and rejected credentials once a day', () => {
  expect(minutesToNext(run([[0, true]]))).toBe(60);
  expect(minutesToNext(run([[0, false]]))).toBe(8);
  const three = [
    [0, false],
    [8, false],
    [16, false],
  ] as const;
  expect([minutesToNext(run(three)), minutesToNext(run(three, refused))]).toEqual([30, 1440]);
});
