import { ensureDependencies } from '../tools/setup/dependencies.mjs';
import { continueAs } from '../tools/setup/runtime.mjs';

try {
  await ensureDependencies();
  continueAs(['verify/run.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
