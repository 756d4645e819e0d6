import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../e2e/support/browser.ts';
import { ensureWebBuild } from '../tools/setup/web-build.mjs';
import type { Bench, Figure } from './figure.ts';
import { authorizeExact } from './figures/authorize-exact.ts';
import { authorizeRate } from './figures/authorize-rate.ts';
import { backup } from './figures/backup.ts';
import { companyExport } from './figures/company-data/company-export.ts';
import { erasure } from './figures/company-data/erasure.ts';
import { crowding } from './figures/load/crowding.ts';
import { dashboardGrowth } from './figures/dashboard-growth.ts';
import { dashboard } from './figures/dashboard.ts';
import { disk } from './figures/growth/disk.ts';
import { distributed } from './distributed/distributed.ts';
import { exportRows } from './figures/export-rows.ts';
import { filters } from './figures/filters.ts';
import { hostileBodies } from './figures/hostile-bodies.ts';
import { intakeExact } from './figures/intake-exact.ts';
import { intakeProcessor } from './figures/growth/intake-processor.ts';
import { intakeRate } from './figures/intake-rate.ts';
import { costOfPersons } from './figures/money/cost-of-persons.ts';
import { randomLedgers } from './figures/money/random-ledgers.ts';
import { eInvoices } from './figures/money/e-invoices.ts';
import { invitations } from './figures/invitations.ts';
import { invoicePdf } from './figures/invoice-pdf.ts';
import { lighthouseScores } from './figures/lighthouse.ts';
import { live } from './figures/load/live.ts';
import { logPage } from './figures/log-page.ts';
import { loopStops } from './figures/load/loop-stops.ts';
import { longList } from './figures/long-list.ts';
import { memory } from './figures/memory.ts';
import { move } from './figures/growth/move.ts';
import { moneyEqual } from './figures/money-equal.ts';
import { runsOnce } from './figures/runs-once.ts';
import { menuClick } from './figures/menu-click.ts';
import { outboundTargets } from './figures/outbound-targets.ts';
import { plantedSecrets } from './figures/planted-secrets.ts';
import { search } from './figures/search/search.ts';
import { start } from './figures/start.ts';
import { slowConnections } from './figures/load/slow-connections.ts';
import { slowCompany } from './figures/load/slow-company.ts';
import { soak } from './figures/load/soak.ts';
import { sweeps } from './figures/sweeps.ts';
import { transfer } from './figures/transfer.ts';
import { twoPortals } from './figures/two-portals.ts';
import { usersApi } from './figures/users-api.ts';
import { describeRun } from '../harness/machine.ts';
import { makeDataDir, npmStart, type Portal, removeFolder, startPortal, waitForDemo } from '../harness/portal.ts';
import { describeReadings, keepResult } from './report.ts';

/**
 * In the order in which they are taken; the long list comes late, because it leaves 10,000 users in the database, and
 * after it what needs millions of conversations.
 */
const figures: Readonly<Record<string, Figure>> = {
  start,
  memory,
  transfer,
  lighthouse: lighthouseScores,
  menuClick,
  usersApi,
  intakeRate,
  intakeProcessor,
  intakeExact,
  crowding,
  slowCompany,
  live,
  slowConnections,
  twoPortals,
  authorizeRate,
  authorizeExact,
  distributed,
  moneyEqual,
  runsOnce,
  sweeps,
  plantedSecrets,
  erasure,
  outboundTargets,
  hostileBodies,
  loopStops,
  invoicePdf,
  eInvoices,
  costOfPersons,
  randomLedgers,
  filters,
  longList,
  // After the lists, because it adds users to the same company.
  invitations,
  dashboard,
  logPage,
  search,
  backup,
  disk,
  move,
  // Up to 30 million conversations.
  dashboardGrowth,
  // Half an hour.
  soak,
  exportRows,
  companyExport,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const usage = `npm run bench -- [--only figure …] [--quick]
Measures, and writes the tables of bench/README.md. What a number was made of is printed under its table. Figures: ${Object.keys(figures).join(', ')}.
--quick tries the bench itself with fewer and shorter runs, and writes nothing.`;

function openBench(isQuick: boolean): Bench & { close(): Promise<void> } {
  let portal: Promise<Portal> | undefined;
  let browser: Promise<Browser> | undefined;
  const startShared = async () => {
    await ensureWebBuild();
    const dataDir = makeDataDir();
    const started = await startPortal({ args: npmStart, dataDir });
    await waitForDemo(started);
    return started;
  };
  return {
    isQuick,
    portal: () => (portal ??= startShared()),
    browser: () => (browser ??= launchBrowser()),
    close: async () => {
      await (await browser)?.close();
      const running = await portal?.catch(() => undefined);
      await running?.stop();
      if (running) removeFolder(running.dataDir);
    },
  };
}

async function measure(name: string, figure: Figure, bench: Bench): Promise<boolean> {
  console.log(`\n${figure.title} (${name}) …`);
  const run = describeRun();
  try {
    const readings = await figure.measure(bench);
    console.log(describeReadings(readings));
    for (const { name: reading, details } of readings)
      if (details) console.log(`${reading}: ${JSON.stringify(details)}`);
    const { title, method } = figure;
    if (!bench.isQuick) keepResult({ figure: name, title, method, run, readings }, Object.keys(figures));
    return readings.every(({ isReached }) => isReached !== false);
  } catch (error) {
    console.error(error);
    return false;
  }
}

async function runBench(): Promise<void> {
  const unknown = values.only.find((name) => !Object.hasOwn(figures, name));
  if (values.help || unknown !== undefined) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const chosen = Object.entries(figures).filter(([name]) => values.only.length === 0 || values.only.includes(name));
  const bench = openBench(values.quick);
  try {
    for (const [name, figure] of chosen) {
      if (!(await measure(name, figure, bench))) process.exitCode = 1;
    }
  } finally {
    await bench.close();
  }
}

await runBench();
