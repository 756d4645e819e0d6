import { spawn } from 'node:child_process';
import { getRuntimeEnvironment } from '../setup/runtime.mjs';
import { findCitus } from './citus.ts';
import { startCluster } from './cluster.ts';

/** Files that show nothing about a distributed PostgreSQL. */
const excluded = [
  {
    file: 'server/main.database.test.ts',
    reason: 'it starts the built portal on an embedded PostgreSQL, which is never distributed',
  },
];

/*
 * `npm run test:distributed [-- file …]`: the API suite on a PostgreSQL that is distributed over two workers. Arguments go to
 * Vitest.
 */
function runSuite(env: NodeJS.ProcessEnv, files: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const without = excluded.flatMap(({ file }) => ['--exclude', file]);
    const child = spawn('vitest', ['run', '--project', 'api', ...without, ...files], { env, stdio: 'inherit' });
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

for (const { file, reason } of excluded) console.log(`Not run here: ${file}, because ${reason}.`);
try {
  const cluster = await startCluster(findCitus());
  try {
    const env = { DATABASE_URL: cluster.coordinatorUrl, STEWARD_TEST_WORKERS: cluster.workers.join(',') };
    process.exitCode = await runSuite({ ...getRuntimeEnvironment(), ...env }, process.argv.slice(2));
  } finally {
    await cluster.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
