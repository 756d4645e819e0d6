import { ensureDependencies } from '../setup/dependencies.mjs';
import { continueAs } from '../setup/runtime.mjs';

try {
  await ensureDependencies();
  continueAs(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
