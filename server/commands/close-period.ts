import { parseArgs } from 'node:util';
import pino from 'pino';
import { formatEuros } from '#contract/billing/money.ts';
import { openFiles } from '../app/adapters.ts';
import { closeAllPeriods } from '../background/close-periods.ts';
import { ConfigError, loadConfig } from '../config/config.ts';
import { DatabaseRefused } from '../database/connection/errors.ts';
import { openBeside } from '../database/open-for-command.ts';
import { createLog } from '../config/log.ts';
import { systemClock } from '../outside/clock.ts';
import { readSecrets } from '../config/secrets.ts';

const usage = `Usage: npm run close-period [-- --month YYYY-MM] [--company id]
Makes the invoices of ended months from the ledger, also while the portal serves. What is closed stays as it is.
  --month    only this month; without it every ended month since a company is billed
  --company  only this company; without it all
`;

/** A command line that cannot be understood. */
class UsageError extends Error {}

function readArguments() {
  try {
    const options = {
      month: { type: 'string' },
      company: { type: 'string' },
      help: { type: 'boolean', default: false },
    } as const;
    const { month, company, help } = parseArgs({ options }).values;
    if (month !== undefined && !/^20\d{2}-(?:0[1-9]|1[0-2])$/.test(month))
      throw new UsageError('--month is like 2026-10.');
    return { month: month && `${month}-01`, companyId: company, help };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

async function run(): Promise<number> {
  const { help, ...wanted } = readArguments();
  if (help) {
    process.stdout.write(usage);
    return 0;
  }
  const config = loadConfig();
  const log = createLog('warn', pino.destination(2));
  const database = await openBeside(config, { secretsKey: readSecrets(config).key, log });
  try {
    await database.ready;
    const files = await openFiles(config);
    const closing = { database, files, provider: config.provider, clock: systemClock, log };
    const { companies, closed, failed } = await closeAllPeriods(closing, wanted);
    if (wanted.companyId !== undefined && companies === 0) throw new UsageError('There is no such company.');
    for (const { companyName, month, invoiceId, total } of closed) {
      process.stdout.write(`${companyName} | ${month.slice(0, 7)} | ${invoiceId} | ${formatEuros(total)}\n`);
    }
    process.stdout.write(`${closed.length} invoices made (${companies} companies, ${failed} of them failed).\n`);
    return failed === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  const isForOperator = error instanceof UsageError || error instanceof ConfigError || error instanceof DatabaseRefused;
  process.stderr.write(`${isForOperator ? error.message : String((error as Error)?.stack ?? error)}\n`);
  if (error instanceof UsageError) process.stderr.write(usage);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
