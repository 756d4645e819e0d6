import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fromRoot, rootDir } from '../setup/paths.mjs';
import { describeFaults, tallyReport, type Tally, type VitestReport } from './tally.ts';

export interface VitestRun {
  /** Projects of vitest.config.ts. */
  readonly projects: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly timeLimitMs: number;
}

/** Long enough for Vitest to stop what its set-up started. */
const GRACE_MS = 15_000;

function runToEnd(args: readonly string[], { env, timeLimitMs }: VitestRun): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn('vitest', args, { cwd: rootDir, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const stop = setTimeout(() => {
      console.error('The time for these tests is over.');
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
    }, timeLimitMs);
    child.on('error', () => resolve(127));
    child.on('exit', (code) => {
      clearTimeout(stop);
      resolve(code ?? 1);
    });
  });
}

function readReport(path: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  } catch {
    return undefined;
  }
}

interface VitestResult {
  readonly tally: Tally;
  /** Lines about failed tests, for the end of the whole run. */
  readonly faults: readonly string[];
}

/** Runs some projects of vitest.config.ts with their output on ours, and counts their tests. */
export async function runVitest(run: VitestRun): Promise<VitestResult> {
  mkdirSync(fromRoot('.tmp'), { recursive: true });
  const reportPath = fromRoot('.tmp', `vitest-${run.projects.join('-')}.json`);
  rmSync(reportPath, { force: true });
  const projects = run.projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
  const exitCode = await runToEnd(['run', ...projects, ...reporters], run);
  const report = readReport(reportPath);
  return { tally: tallyReport(report, exitCode), faults: describeFaults(report, exitCode) };
}
