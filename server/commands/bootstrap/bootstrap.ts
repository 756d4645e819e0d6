import { parseArgs } from 'node:util';
import { isEmail, toEmailKey } from '#contract/fields.ts';
import { systemClock } from '../../outside/clock.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { allowFirstCompany, createFirstCompany } from './create-first-company.ts';
import type { Config } from '../../config/config.ts';
import { printAll, runCommand, UsageError, withDatabase } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('bootstrap', '--email you@company.example --company "Company" [--provider] [--another]')}
Creates a company with its first SuperAdmin, also while the portal runs.
  --provider  the company that runs the portal
  --another   also where there is a company of this name, or a provider
`;

function parseArguments() {
  const options = {
    email: { type: 'string' },
    company: { type: 'string' },
    provider: { type: 'boolean', default: false },
    another: { type: 'boolean', default: false },
  } as const;
  const { email, company, provider, another } = parseArgs({ options }).values;
  if (!email || !isEmail(email)) throw new UsageError('--email is an e-mail address.');
  if (!company?.trim()) throw new UsageError('--company is the name of the company.');
  return {
    email: toEmailKey(email),
    company: company.trim().replaceAll(/\s+/g, ' '),
    isProvider: provider,
    isAnother: another,
  };
}

function describeCompany(
  { company, email }: { company: string; email: string },
  temporaryPassword: string | undefined,
  { mail }: Config,
): string {
  const isMailed = mail.smtpUrl !== undefined;
  return [
    `${company} is created; ${email} is its SuperAdmin.`,
    temporaryPassword === undefined
      ? 'Sign in with the password of that account.'
      : isMailed
        ? 'The temporary password is mailed as soon as the portal runs.'
        : `Temporary password: ${temporaryPassword}`,
    '',
  ].join('\n');
}

/**
 * Creates a company with its first SuperAdmin in a portal without the demo. Mails the temporary password, or prints it
 * where no mail server is configured; it must be changed at the first sign-in.
 */
async function bootstrap(stop: AbortSignal): Promise<number> {
  const { isAnother, ...first } = parseArguments();
  return withDatabase({ stop, installations: [installJobs] }, async ({ config, secrets, database, log }) => {
    // Most of the portal, which a line that can not be run need not wait for.
    const { openAdapters } = await import('../../app/adapters.ts');
    const adapters = await openAdapters({ config, database, secrets, clock: systemClock, log });
    // Without workers: the jobs of a portal beside this are the portal's.
    await adapters.jobs.start();
    try {
      await database.inSystem('bootstrap.create', async (tx) => {
        if (!isAnother) await allowFirstCompany(tx, first);
        const name = 'Super Admin';
        const account = await adapters.identity.ensureAccount(tx, { email: first.email, name, isLasting: true });
        const companyId = await createFirstCompany(tx, { ...first, accountId: account.accountId }, systemClock.now());
        if (account.temporaryPassword !== undefined && config.mail.smtpUrl !== undefined) {
          const { email, company: companyName } = first;
          const { temporaryPassword: sent } = account;
          const mail = { email, firstName: name, companyName, companyId, temporaryPassword: sent };
          await adapters.mails.sendTemporaryPassword(tx, mail);
        }
        // Before the commit: a password that was not printed would be lost, and the company with it.
        await printAll(describeCompany(first, account.temporaryPassword, config));
      });
      return 0;
    } finally {
      await adapters.stop();
    }
  });
}

await runCommand(usage, bootstrap);
