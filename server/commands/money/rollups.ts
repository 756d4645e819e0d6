import type { Database } from '../../database/open-database.ts';
import { rebuildRollups, verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { listCompanyNames, type CompanyName } from '#features/company/server/companies/companies.repository.ts';
import { runCommand, UsageError, withDatabase } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('rollups:verify')} | ${toCommandLine('rollups:rebuild')}
verify compares all roll-ups with their rows, exit code 1 where any differs; rebuild recomputes them, also while the portal runs.
`;

/** Prints a line per different roll-up; returns the number of different rows. */
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

async function checkRollups(stop: AbortSignal): Promise<number> {
  const command = process.argv[2];
  if (command !== 'verify' && command !== 'rebuild') throw new UsageError('The command is verify or rebuild.');
  if (process.argv.length > 3) throw new UsageError('The command has no arguments.');
  return withDatabase({ stop }, async ({ database }) => {
    const companies = await database.inSystem('rollups.check', listCompanyNames);
    if (command === 'verify') return (await verifyAll(database, companies)) === 0 ? 0 : 1;
    await rebuildAll(database, companies);
    return 0;
  });
}

await runCommand(usage, checkRollups);
