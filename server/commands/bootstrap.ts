import { parseArgs } from 'node:util';
import pino from 'pino';
import { isEmail, toEmailKey } from '#contract/fields.ts';
import { openAdapters } from '../app/adapters.ts';
import { createFirstCompany } from './create-first-company.ts';
import { loadConfig } from '../config/config.ts';
import { openDatabase } from '../database/open-database.ts';
import { createLog } from '../config/log.ts';
import { systemClock } from '../outside/clock.ts';
import { installJobs } from '../outside/jobs/jobs.repository.ts';
import { readSecrets } from '../config/secrets.ts';
import { runCommand, UsageError } from './run-command.ts';

const usage = 'Usage: npm run bootstrap -- --email you@company.example --company "Company" [--provider]\n';

function parseArguments() {
  const options = { email: { type: 'string' }, company: { type: 'string' }, provider: { type: 'boolean' } } as const;
  const { email, company, provider = false } = parseArgs({ options }).values;
  if (!email || !isEmail(email)) throw new UsageError('--email is an e-mail address.');
  if (!company?.trim()) throw new UsageError('--company is the name of the company.');
  return { email: toEmailKey(email), company: company.trim(), isProvider: provider };
}

/**
 * Creates a company with its first SuperAdmin in a portal without the demo. Mails the temporary password, or prints it
 * where no mail server is configured; it must be changed at the first sign-in.
 */
async function bootstrap(): Promise<number> {
  const first = parseArguments();
  const config = loadConfig();
  const log = createLog('warn', pino.destination(1));
  const secrets = readSecrets(config);
  const database = await openDatabase(config, { secrets, log, installations: [installJobs] });
  await database.ready;
  const adapters = await openAdapters({ config, database, secrets, clock: systemClock, log });
  await adapters.start();
  try {
    const temporaryPassword = await database.withSystem('bootstrap.create', async (tx) => {
      const name = 'Super Admin';
      const account = await adapters.identity.ensureAccount(tx, { email: first.email, name, isLasting: true });
      await createFirstCompany(tx, { ...first, accountId: account.accountId }, systemClock.now());
      if (account.temporaryPassword !== undefined && config.mail.smtpUrl !== undefined) {
        const { email, company: companyName } = first;
        const mail = { email, firstName: name, companyName, temporaryPassword: account.temporaryPassword };
        await adapters.mails.sendTemporaryPassword(tx, mail);
      }
      return account.temporaryPassword;
    });
    process.stdout.write(`${first.company} is created; ${first.email} is its SuperAdmin.\n`);
    if (temporaryPassword === undefined) process.stdout.write('Sign in with the password of that account.\n');
    else if (config.mail.smtpUrl === undefined) process.stdout.write(`Temporary password: ${temporaryPassword}\n`);
    else process.stdout.write('The temporary password is on its way by mail.\n');
    return 0;
  } finally {
    await adapters.stop();
    await database.close();
  }
}

await runCommand(usage, bootstrap);
