import { ensureDependencies } from './setup/dependencies.mjs';
import { continueAs } from './setup/runtime.mjs';
import { ensureWebBuild } from './setup/web-build.mjs';

try {
  await ensureDependencies({ includesDev: false });
  await ensureWebBuild();
  // A small young generation keeps the idle portal's memory low; requests here leave little garbage. What they leave
  // is collected when the portal is idle.
  continueAs(['--expose-gc', '--max-semi-space-size=8', 'server/main.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
