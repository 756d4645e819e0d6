import type { HealthState, TestStep } from '#features/integrations/contract/health.ts';
import type { StepOutcome } from '#server/outside/assistants/assistants.ts';
import { boolean, instant, integer, nullable, text, textOf, type RowOf } from '#server/sql/types.ts';

/** The last test of the stored values, and what the tests say of the connection. */
export const integrationHealth = {
  testedAt: nullable(instant),
  testOk: nullable(boolean),
  failedTests: integer,
  failingSince: nullable(instant),
  failedStep: nullable(textOf<TestStep>()),
  failure: nullable(text),
  lastSuccessAt: nullable(instant),
  brokenAt: nullable(instant),
  recoveredAt: nullable(instant),
  nextTestAt: nullable(instant),
};
export type StoredHealth = RowOf<typeof integrationHealth>;

const minuteMs = 60_000;
/** Failures in a row, and how long they last, until an integration counts as broken. */
const brokenAfter = { tests: 3, ms: 15 * minuteMs };
/** When the next test on the schedule is due. */
const nextTestMs = {
  working: 60 * minuteMs,
  /** So that the third failure is a quarter of an hour after the first. */
  degraded: 8 * minuteMs,
  broken: 30 * minuteMs,
  /** Once a day, because systems lock users whose password is wrong a few times in a row. */
  credentials: 24 * 60 * minuteMs,
};

/** The values of an integration whose connection has changed. A break stays until a test succeeds. */
export const untested = {
  testedAt: null,
  testOk: null,
  failedTests: 0,
  failingSince: null,
  failedStep: null,
  failure: null,
  lastSuccessAt: null,
  nextTestAt: null,
} satisfies Partial<StoredHealth>;

interface TestResult {
  readonly at: Date;
  /** Undefined for a test that succeeded. */
  readonly failed: Pick<StepOutcome, 'step' | 'message'> | undefined;
}

const isBroken = ({ brokenAt, recoveredAt }: StoredHealth) =>
  brokenAt !== null && (recoveredAt === null || recoveredAt < brokenAt);

/** The health after a test. */
export function judgeTest(before: StoredHealth, { at, failed }: TestResult): StoredHealth {
  const { brokenAt } = before;
  const later = (ms: number) => new Date(at.getTime() + ms);
  if (!failed) {
    const recoveredAt = isBroken(before) ? at : before.recoveredAt;
    const works = { testedAt: at, testOk: true, lastSuccessAt: at, nextTestAt: later(nextTestMs.working) };
    return { ...untested, ...works, brokenAt, recoveredAt };
  }
  const failedTests = before.failedTests + 1;
  const failingSince = before.failingSince ?? at;
  const hasFailedLong = failedTests >= brokenAfter.tests && at.getTime() - failingSince.getTime() >= brokenAfter.ms;
  const after = {
    ...before,
    testedAt: at,
    testOk: false,
    failedTests,
    failingSince,
    failedStep: failed.step,
    failure: failed.message,
    brokenAt: hasFailedLong && !isBroken(before) ? at : brokenAt,
  };
  const pause = !isBroken(after) ? 'degraded' : failed.step === 'signIn' ? 'credentials' : 'broken';
  return { ...after, nextTestAt: later(nextTestMs[pause]) };
}

/** Change of health that is mailed: a break, a recovery, or neither. */
export function findTurn(before: StoredHealth, after: StoredHealth): 'break' | 'recover' | undefined {
  if (isBroken(before) === isBroken(after)) return undefined;
  return isBroken(after) ? 'break' : 'recover';
}

export function toHealthState(health: StoredHealth): HealthState {
  if (health.testedAt === null) return 'neverTested';
  if (isBroken(health)) return 'broken';
  return health.testOk ? 'working' : 'degraded';
}
