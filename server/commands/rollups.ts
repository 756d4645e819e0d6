import pino from 'pino';
import { ConfigError, loadConfig } from '../config/config.ts';
import { DatabaseRefused } from '../database/connection/errors.ts';
import { openBeside } from '../database/open-for-command.ts';
import type { Database } from '../database/open-database.ts';
import { rebuildRollups, verifyRollups } from '../features/intake/rollups/rollup-upkeep.service.ts';
import { createLog } from '../config/log.ts';
import { listCompanyNames } from '../features/companies/companies.repository.ts';
import type { CompanyName } from '../features/companies/companies.repository.ts';
import { readSecrets } from '../config/secrets.ts';

const usage = `Usage: npm run rollups:verify | npm run rollups:rebuild
verify compares all sums with the rows and ends with 1 where any differs; rebuild makes them anew, also while the portal serves.`;

/** Prints a line for each sum that differs; answers how many do. */
async function verifyAll(database: Database, companies: readonly CompanyName[]): Promise<number> {
  let different = 0;
  for (const { id, name } of companies) {
    for (const { table, rows, example } of await verifyRollups(database, id)) {
      if (different === 0) process.stdout.write('company | table | rows that differ | the first of them\n');
      process.stdout.write(`${name} | ${table} | ${rows} | ${example}\n`);
      different += rows;
    }
  }
  const verdict = different === 0 ? 'Every sum is what the rows say' : `${different} sums differ from the rows`;
  process.stdout.write(`${verdict} (${companies.length} companies).\n`);
  return different;
}

async function rebuildAll(database: Database, companies: readonly CompanyName[]): Promise<void> {
  for (const { id, name } of companies) {
    const months = await rebuildRollups(database, id);
    process.stdout.write(`${name}: ${months} months are made anew.\n`);
  }
}

async function run(command: string | undefined): Promise<number> {
  if (command !== 'verify' && command !== 'rebuild') {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const config = loadConfig();
  const log = createLog('warn', pino.destination(2));
  const database = await openBeside(config, { secretsKey: readSecrets(config).key, log });
  try {
    await database.ready;
    const companies = await database.withSystem('rollups.check', listCompanyNames);
    if (command === 'verify') return (await verifyAll(database, companies)) === 0 ? 0 : 1;
    await rebuildAll(database, companies);
    return 0;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await run(process.argv[2]);
} catch (error) {
  const isForOperator = error instanceof ConfigError || error instanceof DatabaseRefused;
  process.stderr.write(`${isForOperator ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = 1;
}
