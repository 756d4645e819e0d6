import { spawn } from 'node:child_process';
import { rootDir } from './setup/paths.mjs';
import { getRuntimeEnvironment } from './setup/runtime.mjs';

export interface Check {
  readonly name: string;
  /** The program, found in node_modules/.bin first, and its arguments. */
  readonly command: readonly [string, ...string[]];
}

export interface CheckResult {
  readonly name: string;
  readonly hasPassed: boolean;
  readonly seconds: number;
  readonly output: string;
}

export const checks: readonly Check[] = [
  { name: 'types', command: ['tsc', '-b', '--pretty', 'false'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'architecture', command: ['node', 'tools/check-architecture.ts'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'security list', command: ['node', 'tools/write-asvs.ts', '--check'] },
  { name: 'monitoring', command: ['node', 'tools/write-monitoring.ts', '--check'] },
  { name: 'contract copies', command: ['node', 'tools/write-contract.ts', '--check'] },
];

const TIME_LIMIT_MS = 3 * 60_000;

function runCheck({ name, command: [program, ...args] }: Check): Promise<CheckResult> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    const finish = (hasPassed: boolean) =>
      resolve({ name, hasPassed, output: output.trim(), seconds: (performance.now() - startedAt) / 1000 });
    const child = spawn(program, args, {
      cwd: rootDir,
      env: getRuntimeEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_LIMIT_MS,
    });
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}

function report({ name, hasPassed, seconds, output }: CheckResult): void {
  console.log(`${hasPassed ? 'ok    ' : 'FAILED'}  ${name} (${seconds.toFixed(1)} s)`);
  if (!hasPassed) {
    console.log(`${output.replaceAll(/^/gm, '        ')}\n`);
  }
}

/** Runs all static checks in parallel, prints each result when it is there, and returns them. */
export function runChecks(): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async (check) => {
      const result = await runCheck(check);
      report(result);
      return result;
    }),
  );
}
