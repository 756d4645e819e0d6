import { parseArgs } from 'node:util';
import { formatEuros } from '#features/money/contract/money.ts';
import { openFiles } from '../../outside/files/open-files.ts';
import { closeAllPeriods } from '../../background/close-periods.ts';
import { createWorkerPool } from '../../lib/concurrency/worker-pool.ts';
import { systemClock } from '../../outside/clock.ts';
import { CommandFailed, runCommand, UsageError, withDatabase } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('close-period', '[--month YYYY-MM] [--company id]')}
Makes the invoices of ended months from the ledger, also while the portal runs. Closed months are not changed.
  --month    only this month, once it has ended; default: every month since the company is billed,
             PERIOD_CLOSE_GRACE_DAYS after its end
  --company  only this company; default: all
`;

function parseArguments() {
  const options = {
    month: { type: 'string' },
    company: { type: 'string' },
  } as const;
  const { month, company } = parseArgs({ options }).values;
  if (month !== undefined && !/^20\d{2}-(?:0[1-9]|1[0-2])$/.test(month))
    throw new UsageError('--month is like 2026-10.');
  if (month !== undefined && month > systemClock.now().toISOString().slice(0, 7))
    throw new UsageError(`--month is a month that has ended, and ${month} has not begun.`);
  return { month: month && `${month}-01`, companyId: company };
}

async function closePeriods(stop: AbortSignal): Promise<number> {
  const selection = parseArguments();
  return withDatabase({ stop }, async ({ config, database, log }) => {
    if (config.provider.isExample) {
      throw new CommandFailed(
        'The issuer is that of the example: set PROVIDER_NAME, PROVIDER_IBAN and the rest first.',
      );
    }
    const files = await openFiles(config);
    const workers = createWorkerPool();
    const context = { database, files, provider: config.provider, workers, clock: systemClock, log };
    const { companies, closed, failed } = await closeAllPeriods(context, selection).finally(() => workers.close());
    if (selection.companyId !== undefined && companies === 0) throw new UsageError('Unknown company.');
    for (const { companyName, month, invoiceId, total } of closed) {
      process.stdout.write(`${companyName} | ${month.slice(0, 7)} | ${invoiceId} | ${formatEuros(total)}\n`);
    }
    process.stdout.write(`${closed.length} invoices made (${companies} companies, ${failed} of them failed).\n`);
    return failed === 0 ? 0 : 1;
  });
}

await runCommand(usage, closePeriods);
