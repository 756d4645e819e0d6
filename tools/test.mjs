import { ensureDependencies } from './setup/dependencies.mjs';
import { fromRoot } from './setup/paths.mjs';
import { continueAs } from './setup/runtime.mjs';

try {
  await ensureDependencies();
  await ensureDependencies({ folder: fromRoot('tools', 'cognito-local') });
  await ensureDependencies({ folder: fromRoot('tools', 'kubernetes') });
  continueAs(['tools/run-tests.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
