import { runChecks } from './checks.ts';
import { ensureBrowser } from './setup/browser.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { getRuntimeEnvironment } from './setup/runtime.mjs';
import { ensureWebBuild } from './setup/web-build.mjs';
import { runVitest } from './test-run/run-vitest.ts';
import { addTallies, describeTally, isGood, tallyOf, type Tally } from './test-run/tally.ts';

const MINUTE_MS = 60_000;
/** Stops what never ends; a run takes some 21 minutes on two cores. */
const deadline = performance.now() + 45 * MINUTE_MS;
const remaining = (longestMs: number) => Math.max(MINUTE_MS, Math.min(longestMs, deadline - performance.now()));

async function build(): Promise<Tally> {
  try {
    await ensureWebBuild();
    return tallyOf(true);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return tallyOf(false);
  }
}

async function runStaticChecks(): Promise<Tally> {
  const results = await runChecks();
  return addTallies(results.map(({ hasPassed }) => tallyOf(hasPassed)));
}

async function runJourneys(browser: string | undefined): ReturnType<typeof runVitest> {
  if (!browser) {
    const fault = 'No Chromium was found or could be installed: install one, or set CHROME_PATH to it.';
    return { tally: tallyOf(false), faults: [fault] };
  }
  const env = { ...getRuntimeEnvironment(), CHROME_PATH: browser };
  return runVitest({ projects: ['journeys'], env, timeLimitMs: remaining(20 * MINUTE_MS) });
}

const built = await build();
await ensurePrograms();
// Beside the tests, because each keeps less than two cores busy.
const beside = Promise.all([runStaticChecks(), ensureBrowser()]);
const tested = await runVitest({
  projects: ['unit', 'api', 'pages'],
  env: getRuntimeEnvironment(),
  timeLimitMs: remaining(25 * MINUTE_MS),
});
const [checked, browser] = await beside;
const journeys = await runJourneys(browser);
const sum = addTallies([built, checked, tested.tally, journeys.tally]);
for (const fault of [...tested.faults, ...journeys.faults]) console.error(fault);
process.exitCode = isGood(sum) ? 0 : 1;
console.log(describeTally(sum));
