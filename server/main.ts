import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import type { Logger } from 'pino';
import { openAdapters } from './adapters.ts';
import { buildApp } from './app.ts';
import { ConfigError, loadConfig } from './config.ts';
import type { Config } from './config.ts';
import { DatabaseRefused } from './database/errors.ts';
import { openDatabase } from './database/open-database.ts';
import { describeDemoSignIns, seedDemo } from './demo/seed-demo.ts';
import { startHousekeeping } from './housekeeping.ts';
import { listen } from './http/node-server.ts';
import { loadWebFiles } from './http/web-files.ts';
import { systemClock } from './outside/clock.ts';
import { installJobs } from './outside/jobs/jobs.repository.ts';
import { readSecrets } from './secrets.ts';

const webFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../dist/web');

async function start(config: Config, log: Logger): Promise<() => Promise<void>> {
  const clock = systemClock;
  const secrets = readSecrets(config);
  const webFiles = await loadWebFiles(webFolder);
  const database = await openDatabase(config, { secretsKey: secrets.key, log, installations: [installJobs] });
  const adapters = await openAdapters({ config, database, secrets, clock, log });
  const app = await buildApp({ ...adapters, config, database, webFiles, clock, log });
  const server = await listen(app, config.http);
  const background = database.ready.then(async () => {
    await adapters.start();
    if (config.demo) await seedDemo(database);
    process.stdout.write(`\n${config.brand.product} is ready at ${config.http.publicUrl}\n`);
    if (config.demo) process.stdout.write(`\n${describeDemoSignIns()}`);
  });
  const stopHousekeeping = startHousekeeping({ database, identity: adapters.identity, clock, log });
  background.catch((error: unknown) => stopWithError(error));
  return async () => {
    stopHousekeeping();
    await server.close();
    await background.catch(() => undefined);
    await adapters.stop();
    await database.close();
  };
}

/** What an operator can mend is one line; anything else comes with its stack. */
function stopWithError(error: unknown): never {
  const isForOperator = error instanceof ConfigError || error instanceof DatabaseRefused;
  process.stderr.write(`${isForOperator ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
}

try {
  const config = loadConfig();
  // Lines are written together, five times a second and when the process ends: one write per request costs too much.
  const log = pino({ level: config.logLevel }, pino.destination({ sync: false, minLength: 8192, periodicFlush: 200 }));
  const stop = await start(config, log);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(() => process.exit(0), stopWithError);
    });
  }
} catch (error) {
  stopWithError(error);
}
