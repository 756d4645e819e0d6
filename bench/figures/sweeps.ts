import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from '../../tools/setup/paths.mjs';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { removeFolder } from '../../harness/portal.ts';
import { runProgram } from '../../harness/run-program.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
  }[];
}

export const sweeps = {
  title: 'Sweeps of the contract and company wall',
  method:
    'Runs the sweeps of server/testing/sweeps and server/database/tenancy/company-wall.test.ts by Vitest, and adds up what the sweeps say of their cells. Tables are counted as unprotected where the test over all tables fails.',
  async measure(_bench: Bench): Promise<Reading[]> {
    const folder = mkdtempSync(join(tmpdir(), 'bench-sweeps-'));
    try {
      return judge(await runTests(join(folder, 'report.json')));
    } finally {
      removeFolder(folder);
    }
  },
};

async function runTests(reportPath: string) {
  const vitest = join(rootDir, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
  const files = ['server/testing/sweeps', 'server/database/tenancy/company-wall.test.ts'];
  const args = [vitest, 'run', '--project', 'api', ...reporters, ...files];
  const { everything } = await runProgram(process.execPath, args, rootDir, { ...process.env, SWEPT_BODIES: 'all' });
  const report = JSON.parse(readFileSync(reportPath, 'utf8')) as Report;
  return { report, output: everything };
}

function judge({ report, output }: { report: Report; output: string }): Reading[] {
  const sums = [...output.matchAll(/sweep: (\d+) cells, (\d+) unexpected/g)];
  const sum = (place: number) => sums.reduce((total, match) => total + Number(match[place]), 0);
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, title }) => ({ file: name.slice(rootDir.length + 1), title, status })),
  );
  const failed = tests.filter(({ status }) => status !== 'passed');
  const wall = tests.filter(({ file }) => file.includes('company-wall'));
  if (sums.length === 0 || wall.length === 0) throw new Error(`The sweeps did not run:\n${output.slice(-2000)}`);
  const isProtected = wall.every(({ status }) => status === 'passed');
  return [
    atMost('sweep cells with an unexpected answer', '0', sum(2)),
    note('sweep cells', sum(1), '', { sweeps: sums.length }),
    {
      name: 'tables without forced row-level security',
      reach: '0',
      measured: isProtected ? '0' : 'some, see details',
      isReached: isProtected,
      details: { failed },
    },
    atMost('tests of sweeps and company wall that failed', '0', failed.length, { tests: tests.length }),
  ];
}
