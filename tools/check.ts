import { runChecks } from './checks.ts';
import { ensureDependencies } from './setup/dependencies.mjs';

await ensureDependencies();
const results = await runChecks();
const failedCount = results.filter(({ hasPassed }) => !hasPassed).length;
console.log(`${results.length - failedCount} passed, ${failedCount} failed`);
process.exitCode = failedCount > 0 ? 1 : 0;
