/** How many tests of one part of the run passed and failed. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export const nothing: Tally = { passed: 0, failed: 0 };

export const tallyOf = (hasPassed: boolean): Tally => (hasPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

export const addTallies = (tallies: readonly Tally[]): Tally =>
  tallies.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), nothing);

interface TestResult {
  readonly status: string;
  readonly fullName: string;
  /** Failures of every try, so that a test which passed at its second has one. */
  readonly failureMessages: readonly string[];
}

/** The part of Vitest's JSON report that is counted. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly TestResult[];
  }[];
}

/**
 * Counts a report. A file that could not even be loaded counts as one failed test, and so does a run that ended
 * badly although no test failed (an unhandled rejection, a broken set-up) or that left no report.
 */
export function tallyReport(report: VitestReport | undefined, exitCode: number): Tally {
  if (!report) {
    return tallyOf(false);
  }
  const unloadedFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + unloadedFiles;
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/** A line for each test that failed, for each that failed and then passed, and for a run that ended badly without either. */
export function describeFaults(report: VitestReport | undefined, exitCode: number): string[] {
  if (!report) return [`FAILED the run left no report, and ended with ${exitCode}`];
  const unloaded = report.testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name }) => `FAILED ${name} could not be loaded`);
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(describeFault));
  const isUnexplained = exitCode !== 0 && tallyReport(report, 0).failed === 0;
  const unexplained = isUnexplained
    ? [`FAILED the run ended with ${exitCode}, although no test failed: see above`]
    : [];
  return [...unloaded, ...tests, ...unexplained];
}

function describeFault({ status, fullName, failureMessages: [message = ''] }: TestResult): string[] {
  if (status === 'failed') return [`FAILED "${fullName}": ${message}`];
  return message === '' ? [] : [`FLAKY "${fullName}" passed at the second try: ${message}`];
}

/** The last line of every test run; the run is good when something passed and nothing failed. */
export const describeTally = ({ passed, failed }: Tally) => `${passed} passed, ${failed} failed`;

export const isGood = ({ passed, failed }: Tally) => passed > 0 && failed === 0;
