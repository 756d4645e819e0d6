import { expect, it } from 'vitest';
import { addTallies, describeFaults, describeTally, isGood, tallyReport, type VitestReport } from './tally.ts';

const failedTest = { status: 'failed', fullName: 'a test', failureMessages: ['Error: late'] };

const report = (numPassedTests: number, numFailedTests: number, testResults: VitestReport['testResults'] = []) => ({
  numPassedTests,
  numFailedTests,
  testResults,
});

it('counts what passed and what failed', () => {
  expect(tallyReport(report(5, 2), 1)).toEqual({ passed: 5, failed: 2 });
});

it('counts a file that could not be loaded as a failed test', () => {
  expect(tallyReport(report(5, 0, [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }]), 1)).toEqual({
    passed: 5,
    failed: 1,
  });
});

it('does not count a failed test once more for its file', () => {
  expect(
    tallyReport(report(5, 1, [{ name: 'a.test.ts', status: 'failed', assertionResults: [failedTest] }]), 1),
  ).toEqual({
    passed: 5,
    failed: 1,
  });
});

it('counts a run that ended badly without a failed test, and one without a report', () => {
  expect(tallyReport(report(5, 0), 1)).toEqual({ passed: 5, failed: 1 });
  expect(tallyReport(undefined, 0)).toEqual({ passed: 0, failed: 1 });
});

it('names what failed, what failed and then passed, and a run that ended badly', () => {
  const flakyTest = { ...failedTest, status: 'passed', fullName: 'late once' };
  const passedTest = { ...flakyTest, failureMessages: [] };
  const file = { name: 'a.test.ts', status: 'failed', assertionResults: [passedTest, flakyTest, failedTest] };
  const unloaded = { name: 'b.test.ts', status: 'failed', assertionResults: [] };
  expect(describeFaults(report(2, 1, [file, unloaded]), 1)).toEqual([
    'FAILED b.test.ts could not be loaded',
    'FLAKY "late once" passed at the second try: Error: late',
    'FAILED "a test": Error: late',
  ]);
  expect(describeFaults(report(2, 0), 0)).toEqual([]);
  expect(describeFaults(report(2, 0), 1)).toEqual(['FAILED the run ended with 1, although no test failed: see above']);
  expect(describeFaults(undefined, 7)).toEqual(['FAILED the run left no report, and ended with 7']);
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
