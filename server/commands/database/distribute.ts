import { parseArgs } from 'node:util';
import { distributeDatabase } from '../../database/distribution/distribute.ts';
import { commandPatienceMs } from '../../database/open-for-command.ts';
import { findLogins } from '../../database/open-database.ts';
import { prepareDatabase } from '../../database/prepare-database.ts';
import { getLogin } from '../../database/tenancy/roles.ts';
import { CommandFailed, loadSettings, runCommand } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('distribute', '[--dry-run]')}
Spreads the companies of the PostgreSQL of DATABASE_URL over the workers of its extension Citus. Stop the portals first; all
is done in one transaction, and what is done already is left as it is.
  --dry-run  prints what would be done
`;

async function runDistribution(stop: AbortSignal): Promise<number> {
  const options = { 'dry-run': { type: 'boolean', default: false } } as const;
  const { 'dry-run': isDry } = parseArgs({ options }).values;
  const { config, secrets, log } = loadSettings();
  if (config.database.kind !== 'url') {
    throw new CommandFailed('The embedded database can not be distributed: name a coordinator in DATABASE_URL.\n');
  }
  const { url } = config.database;
  const logins = findLogins(config.database, url, secrets.key);
  if (!isDry) await prepareDatabase({ ownerUrl: url, logins, log, signal: stop, patienceMs: commandPatienceMs });
  const roles = { app: getLogin(logins.appUrl).name, system: getLogin(logins.systemUrl).name };
  const steps = await distributeDatabase(url, roles, { isDry, stop });
  for (const { title, statements } of steps) {
    process.stdout.write(`${title}\n`);
    if (isDry)
      process.stdout.write(statements.map((statement) => `  ${statement.replaceAll(/\s+/g, ' ')};\n`).join(''));
  }
  if (steps.length === 0) process.stdout.write('The database is distributed already.\n');
  else process.stdout.write(isDry ? 'Nothing was changed.\n' : 'The database is distributed. Start the portals.\n');
  return 0;
}

await runCommand(usage, runDistribution);
