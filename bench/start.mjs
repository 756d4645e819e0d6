import { ensureDependencies } from '../tools/setup/dependencies.mjs';
import { fromRoot } from '../tools/setup/paths.mjs';
import { continueAs } from '../tools/setup/runtime.mjs';

try {
  await ensureDependencies();
  await ensureDependencies({ folder: fromRoot('bench', 'packages') });
  continueAs(['bench/run.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
