import { ensureDependencies } from './setup/dependencies.mjs';
import { fromRoot } from './setup/paths.mjs';
import { continueAs } from './setup/runtime.mjs';
import { ensureWebBuild } from './setup/web-build.mjs';

try {
  await ensureDependencies();
  await ensureDependencies({ folder: fromRoot('tools', 'cognito-local') });
  // Some tests start the portal as a program, which serves the pages.
  await ensureWebBuild();
  continueAs(['tools/distributed/run-tests.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
