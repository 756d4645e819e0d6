import { expect, it } from 'vitest';
import { addTallies, describeTally, isGood, tallyReport } from './tally.ts';

const report = (
  numPassedTests: number,
  numFailedTests: number,
  testResults: { status: string; assertionResults: unknown[] }[] = [],
) => ({
  numPassedTests,
  numFailedTests,
  testResults,
});

it('counts what passed and what failed', () => {
  expect(tallyReport(report(5, 2), 1)).toEqual({ passed: 5, failed: 2 });
});

it('counts a file that could not be loaded as a failed test', () => {
  expect(tallyReport(report(5, 0, [{ status: 'failed', assertionResults: [] }]), 1)).toEqual({ passed: 5, failed: 1 });
});

it('does not count a failed test once more for its file', () => {
  expect(tallyReport(report(5, 1, [{ status: 'failed', assertionResults: [{}] }]), 1)).toEqual({
    passed: 5,
    failed: 1,
  });
});

it('counts a run that ended badly without a failed test, and one without a report', () => {
  expect(tallyReport(report(5, 0), 1)).toEqual({ passed: 5, failed: 1 });
  expect(tallyReport(undefined, 0)).toEqual({ passed: 0, failed: 1 });
});

it('says the sum in one plain line', () => {
  expect(
    describeTally(
      addTallies([
        { passed: 3, failed: 0 },
        { passed: 4, failed: 1 },
      ]),
    ),
  ).toBe('7 passed, 1 failed');
});

it('is not good when nothing ran', () => {
  expect(isGood({ passed: 0, failed: 0 })).toBe(false);
  expect(isGood({ passed: 1, failed: 1 })).toBe(false);
  expect(isGood({ passed: 1, failed: 0 })).toBe(true);
});
