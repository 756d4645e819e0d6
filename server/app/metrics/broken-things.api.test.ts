import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { createPrometheusMetrics } from '../../outside/metrics/prometheus-metrics.ts';
import { startSmtpServer } from '../../outside/mail/testing/smtp-server.ts';
import { isDistributedRun, runAsOwner } from '../../database/testing/test-server.ts';
import { parseScrape, toSeries, type Scraped } from '../../testing/scraped-series.ts';
import { makeIntakeKey } from '../../testing/sweeps/intake-senders.ts';
import { startTestPortal } from '../../testing/test-portal.ts';
import { listBurnAlerts, listMetricAlerts } from '../../../tools/monitoring/rules.ts';
import {
  hasPromtool,
  lintScrape,
  mergeSeries,
  testRules,
  type RuleTest,
} from '../../../tools/monitoring/testing/promtool.ts';
import { toMinutes } from '../../../tools/monitoring/testing/rule-tests.ts';
import { checkChains, mib, recordBackup, withPressure, type Break, type World } from './testing/break-kit.ts';
import { breaks } from './testing/breaks.ts';

/*
 * Each thing that an alert is about is broken in a running portal. Its metrics of before and after go through the rules of
 * deploy/prometheus: with them the alert fires alone, and none does where nothing is broken.
 */
const alerts = [...listMetricAlerts(), ...listBurnAlerts()];
const mailServer: World['mailServer'] = {};
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let started: Awaited<ReturnType<typeof startTestPortal>>;
let world: World;

beforeAll(async () => {
  smtp = await startSmtpServer(mailServer);
  started = await startTestPortal({
    METRICS_PORT: '0',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'portal@portal.example',
    BACKUP_AT: '02:30',
    INTAKE_MIB_PER_MINUTE: '16',
  });
  const { portal } = started;
  const { superAdmin } = await portal.makeCompany({ name: 'Zorptech' });
  const { secret } = await makeIntakeKey(portal, superAdmin.companyId, { name: 'Bot' });
  const headers = { authorization: `Bearer ${secret}` };
  world = { portal, superAdmin, headers, mailServer, setDatabase };
  await withPressure({ freeBytes: 50_000 * mib })(world);
});
afterAll(async () => {
  await started.stop();
  await smtp.close();
});

async function setDatabase(isUp: boolean): Promise<void> {
  const { ownerUrl } = inject('testServer');
  const name = new URL(world.portal.database.ownerUrl).pathname.slice(1);
  await runAsOwner(ownerUrl, `alter database ${name} allow_connections ${isUp}`);
  if (!isUp)
    await runAsOwner(ownerUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}

const readMetrics = async () => (await fetch(`http://127.0.0.1:${world.portal.metricsPort}/metrics`)).text();

/** A connection that is waited for in this instant would wait for as long as the rules are watched. */
const scrape = (mayWait = false): Promise<Scraped> =>
  vi.waitFor(async () => {
    const text = await readMetrics();
    if (!mayWait) expect(text).not.toMatch(/^steward_database_connections\{[^}]*state="waiting"[^}]*\} [1-9]/m);
    return parseScrape(text, world.portal.clock.now());
  }, 30_000);

/** Long enough for the least calls of an objective. */
const marginMinutes = 40;

function toTest(name: string, series: RuleTest['series'], firing: readonly string[]): RuleTest {
  const waits = alerts.filter((alert) => firing.includes(alert.name)).map((alert) => toMinutes(alert.for));
  const margin = firing.some((alert) => alert.includes('Burns')) ? marginMinutes : 2;
  return { name, series, minutes: Math.max(15, ...waits) + margin, firing };
}

async function breakThing({ alerts: firing, prepare, run, ...change }: Break): Promise<RuleTest> {
  await prepare?.(world);
  const before = await scrape();
  const mend = await run(world);
  const series = toSeries(before, await scrape(firing.includes('StewardPoolExhausted')), change);
  if (typeof mend === 'function') await mend();
  delete mailServer.atRecipient;
  return toTest(firing.join(' '), series, firing);
}

/** Does what the jobs of a running portal do. */
async function keepUp(): Promise<void> {
  await recordBackup(world, {});
  await checkChains(world);
  await runAsOwner(world.portal.database.ownerUrl, 'truncate search_pending');
}

async function scrapeTwice(): Promise<RuleTest['series']> {
  const before = await scrape();
  return toSeries(before, await scrape());
}

test.skipIf(!hasPromtool)('the metrics are as Prometheus asks for', async () => {
  expect(await lintScrape(await readMetrics())).toEqual([]);
});

/** Breaks a thing once. @returns what promtool says against it; empty where its alerts fire alone */
async function findFault(each: Break): Promise<string> {
  const fault = await testRules([await breakThing(each)]);
  await keepUp();
  return fault;
}

test.skipIf(!hasPromtool)(
  'every alert fires when its thing is broken, and none when all are mended',
  async ({ skip }) => {
    skip(isDistributedRun, 'a lock of the coordinator holds up no report, which a worker stores');
    const faults: string[] = [];
    for (const each of breaks) {
      // Once more, because a scrape sees an instant, in which the portal's own work can be about to begin.
      const fault = (await findFault(each)) && (await findFault(each));
      if (fault !== '') faults.push(`${each.alerts.join(' ')}: ${fault}`);
    }
    expect(faults).toEqual([]);
    const mended = await scrapeTwice();
    const older = createPrometheusMetrics({ version: '0.9.0', commit: 'c', node: '24.0.0' }, () => new Date());
    const others = parseScrape(await older.render(), new Date());
    const ofBoth = mergeSeries(mended, toSeries(others, others));
    const rest = [
      toTest('mended', mended, []),
      toTest('two versions', ofBoth, ['StewardVersionsDiffer']),
      toTest('no portal answers', {}, ['StewardAbsent']),
    ];
    expect(await testRules(rest)).toBe('');
    const fired = new Set([...breaks.flatMap((each) => each.alerts), ...rest.flatMap(({ firing }) => firing)]);
    expect(alerts.map(({ name }) => name).filter((name) => !fired.has(name))).toEqual([]);
  },
);
