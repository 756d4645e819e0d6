import { ensureDependencies } from './setup/dependencies.mjs';
import { continueAs } from './setup/runtime.mjs';
import { ensureWebBuild } from './setup/web-build.mjs';

try {
  await ensureDependencies({ includesDev: false });
  await ensureWebBuild();
  continueAs(['server/start.mjs', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
