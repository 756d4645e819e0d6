import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { openAdapters, openOwnDisk, type Adapters } from './app/adapters.ts';
import { buildApp } from './app/build-app.ts';
import { createClosers, repeatWhileUnavailable, Stopped, untilAborted, type Closers } from './app/lifetime.ts';
import { listenAs } from './app/describe-failure.ts';
import { hasSuperAdmin } from './app/super-admins.repository.ts';
import { toDoctorDatabase } from './app/doctor/portal-doctor.ts';
import { listWarnings } from './app/doctor/run-checks.ts';
import { openMetrics } from './app/metrics/open-metrics.ts';
import { openTraces } from './app/open-traces.ts';
import { ConfigError } from './config/check-variables.ts';
import { describeUnknownNames, listSettings, type Config } from './config/config.ts';
import { prepareDataFolder } from './config/data-folder.ts';
import { findNewestMigration } from './database/migrations/migrate.ts';
import { openDatabase, type Database } from './database/open-database.ts';
import { sendHistory } from './demo/history/send-history.ts';
import { describeDemoSignIns, hasPublishedPasswords, seedDemo } from './demo/seed-demo.ts';
import { scheduleAuditChain } from './background/audit-chain.ts';
import { openArchiving } from './background/archiving.ts';
import { createBackupProcess, scheduleBackups, type BackupProcess } from './background/scheduled-backups.ts';
import { followIntake } from './background/search-index.ts';
import { scheduleHousekeeping } from './background/housekeeping.ts';
import { listen } from './http/node-server.ts';
import { shareWebFiles } from './http/pages/shared-web-files.ts';
import { loadWebFiles, type WebFiles } from './http/pages/web-files.ts';
import { scheduleIntegrationTests, scheduleIntakeKeyAlerts } from './background/scheduled-checks.ts';
import { scheduleRetention } from './background/retention.ts';
import { createReadReportFigures } from './app/sources/report-figures.ts';
import { scheduleNotifications } from './background/notifications.ts';
import { releaseWhereFull } from './outside/pressure/disk-space.ts';
import { openIdleMemory } from './outside/pressure/idle-memory.ts';
import { systemClock, type Clock } from './outside/clock.ts';
import { installJobs } from './outside/jobs/jobs.repository.ts';
import { readSecrets, type Secrets } from './config/secrets.ts';
import { refuseUnknownSecrets } from './app/unknown-secrets.ts';
import { toCommandLine } from './lib/command-line.ts';

const webFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../dist/web');

/** For a database in which no one can sign in yet, as a command that works beside this portal. */
const describeBootstrap = (dataDir: string) =>
  `There is no SuperAdmin yet. Make one: DATA_DIR=${dataDir} ${toCommandLine('bootstrap', '--email you@company.example --company "Company" --provider')}`;

/** 22 seconds in all beside DRAIN_SECONDS, 15 where no backup runs; parts still open then end with the process. */
const closeLimitsMs = {
  backup: 6000,
  background: 1000,
  http: 6000,
  adapters: 4000,
  database: 3000,
  metrics: 500,
  traces: 1000,
};

interface Run {
  readonly config: Config;
  readonly log: Logger;
  readonly closers: Closers;
  readonly stop: AbortSignal;
}

/** Serves until `stop` and closes all opened parts in any case. */
export async function serve(config: Config, log: Logger, stop: AbortSignal): Promise<void> {
  const closers = createClosers(log);
  try {
    const { background } = await open({ config, log, closers, stop });
    await Promise.race([background, untilAborted(stop)]);
    await untilAborted(stop);
  } catch (error) {
    // Errors after a stop are consequences of the stop.
    if (!stop.aborted) throw error;
  } finally {
    if (stop.aborted) log.debug('Stopping.');
    const stoppedAtMs = performance.now();
    await closers.closeAll();
    if (stop.aborted) log.info(describeStop(stop, stoppedAtMs), 'Stopped.');
  }
}

const describeStop = ({ reason }: AbortSignal, sinceMs: number) => ({
  ...(reason instanceof Stopped && { signal: reason.signal }),
  tookMs: Math.round(performance.now() - sinceMs),
});

/** Resolves when the portal listens; `background` is the work after the database is ready. */
async function open({ config, log, closers, stop }: Run): Promise<{ background: Promise<void> }> {
  const clock = systemClock;
  prepareDataFolder(config);
  const secrets = readSecrets(config);
  const webFiles = await loadWebFiles(webFolder);
  const installations = [installJobs];
  await releaseWhereFull(openOwnDisk(config));
  const database = await openDatabase(config, { secrets, log, installations, signal: stop });
  closers.add('database', database.close, closeLimitsMs.database);
  const metricsNames = { host: 'METRICS_HOST', port: 'METRICS_PORT' };
  const { metrics, close: closeMetrics } = await listenAs(metricsNames, () => openMetrics(config, database, clock));
  closers.add('metrics', closeMetrics, closeLimitsMs.metrics);
  const traces = await openTraces(config, log);
  closers.add('traces', traces.close, closeLimitsMs.traces);
  const adapters = await openAdapters({ config, database, secrets, clock, log, metrics, traces, hasSchedules: true });
  closers.add('adapters', adapters.stop, closeLimitsMs.adapters);
  const idleMemory = openIdleMemory();
  const watches = [adapters.loopWatch, adapters.diskWatch, adapters.maintenance, idleMemory];
  for (const stopWatch of watches.map((watch) => watch.start()))
    closers.add('watch', async () => stopWatch(), closeLimitsMs.metrics);
  const unprepared = new Set(['jobs', ...(config.demo ? ['demo'] : [])]);
  const listUnprepared = () => [...unprepared, ...(stop.aborted ? ['stopping'] : [])];
  const app = buildApp({ ...adapters, config, database, webFiles, clock, log, listUnprepared });
  stop.throwIfAborted();
  const server = await listenAs({ host: 'HOST', port: 'PORT' }, () => listen(app, config.http));
  closers.add('http', server.close, config.http.leaveMs + closeLimitsMs.http);
  // Before the server, which waits for its answers to end.
  closers.add('changes', adapters.changes.close, closeLimitsMs.metrics);
  const backups = createBackupProcess();
  const parts = { config, secrets, database, adapters, backups, webFiles, metrics, clock, log, stop };
  const background = database.ready.then(async () => {
    await prepare(parts, unprepared);
    await idleMemory.collect();
    await announce(parts, server.port);
    await schedule(parts);
    const indexing = followIntake({ database, workers: adapters.workers, changes: adapters.changes, clock, log, stop });
    closers.add('search', () => indexing, closeLimitsMs.background);
    if (!config.demo || !config.demoConversations) return;
    const address = { host: config.http.host, port: server.port };
    await sendHistory({ database, address, assistantName: config.brand.assistant, clock, log, signal: stop });
  });
  const isOver = background.catch(() => undefined);
  closers.add('background', () => isOver, closeLimitsMs.background);
  const archiving = openArchiving(parts);
  closers.add('archive', archiving.stop, closeLimitsMs.backup);
  // First of all: it needs the database, and drops a copy of it.
  closers.add('backup', backups.stop, closeLimitsMs.backup);
  return { background };
}

interface Parts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly adapters: Adapters;
  readonly backups: BackupProcess;
  readonly webFiles: WebFiles;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stop: AbortSignal;
}

/** Prepares all that a sign-in needs; takes the parts that are done out of `unprepared`. */
async function prepare(parts: Parts, unprepared: Set<string>): Promise<void> {
  const { config, database, adapters, webFiles, clock, stop } = parts;
  await repeatWhileUnavailable(() => refusePublishedPasswords(config, database), stop);
  await repeatWhileUnavailable(() => checkSecrets(parts), stop);
  await repeatWhileUnavailable(() => shareWebFiles(database, webFiles, clock.now()), stop);
  await repeatWhileUnavailable(() => adapters.maintenance.refresh(), stop);
  await repeatWhileUnavailable(() => adapters.start(), stop);
  unprepared.delete('jobs');
  if (!config.demo) return;
  const { secretBox, files } = adapters;
  const { demoConversations: hasConversations } = config;
  const seed = () =>
    seedDemo(database, { now: clock.now(), secretBox, files, vatRates: config.provider.vatRates, hasConversations });
  await repeatWhileUnavailable(seed, stop);
  unprepared.delete('demo');
}

/** Reports a start to the operator: in lines of the log, and at a terminal as text too. */
async function announce({ config, database, adapters, clock, log }: Parts, port: number): Promise<void> {
  const { brand, http, dataDir } = config;
  const noAdmin = !config.demo && !(await hasSuperAdmin(database));
  const hint = (config.demo && describeDemoSignIns()) || (noAdmin && describeBootstrap(dataDir)) || undefined;
  const ready = `${brand.product} is ready at ${http.publicUrl}`;
  const migrations = await findNewestMigration();
  const tookMs = Math.round(performance.now());
  const facts = { commit: config.version.commit, node: process.versions.node, migrations, tookMs };
  log.info({ ...facts, address: `${http.host}:${port}`, settings: listSettings() }, ready);
  if (hint !== undefined) log.info(hint.trim());
  if (process.stdout.isTTY) {
    process.stdout.write(`\n${ready}\n${hint === undefined ? '' : `\n${hint.trimEnd()}\n`}`);
  }
  const warnings = await listWarnings({ ...adapters, config, clock, database: toDoctorDatabase(database) });
  for (const warning of [...describeUnknownNames(), ...warnings]) log.warn(warning);
}

async function schedule({ config, database, adapters, backups, clock, log, stop }: Parts): Promise<void> {
  const repeat = (work: () => Promise<void>) => repeatWhileUnavailable(work, stop);
  const { at } = config.backup;
  if (at !== undefined) await repeat(() => scheduleBackups(adapters.jobs, { database, at, backups, clock, log }));
  const { jobs, identity, files, workers, mails, unsubscribeTokens, secretBox, testConnection } = adapters;
  const { singleSignOn } = adapters;
  const sweeping = { identity, files, workers, singleSignOn, mails, provider: config.provider, settings: config };
  await repeat(() =>
    scheduleHousekeeping({ jobs, database, ...sweeping, backupFolder: config.backup.folder, clock, log }),
  );
  await repeat(() => scheduleRetention({ jobs, database, files, clock, log }));
  await repeat(() => scheduleAuditChain({ jobs, database, files, clock, log }));
  await repeat(() => scheduleIntakeKeyAlerts(jobs, { database, clock, log }));
  const readFigures = createReadReportFigures({ database, workers, clock, provider: config.provider });
  const notifying = { database, mails, unsubscribeTokens, readFigures, provider: config.provider, clock, log };
  await repeat(() => scheduleNotifications(jobs, notifying));
  const brandProvider = config.brand.provider;
  const testing = { database, secretBox, brandProvider, testConnection, clock, log };
  await repeat(() => scheduleIntegrationTests(jobs, testing));
}

/** A demo that was seeded on this machine alone must not be served to others by a later start. */
async function refusePublishedPasswords(config: Config, database: Database): Promise<void> {
  if (config.reachableBy === undefined || config.demo || !(await hasPublishedPasswords(database))) return;
  throw new ConfigError(
    `This database holds demo accounts with their published password, and ${config.reachableBy} says that other machines ` +
      'reach the portal. Use another DATA_DIR or database, or say DEMO=1.',
  );
}

async function checkSecrets({ config, secrets, database, log }: Parts): Promise<void> {
  const warning = await refuseUnknownSecrets(database, secrets, config.isKeyLost);
  if (warning !== undefined) log.warn(warning);
}
