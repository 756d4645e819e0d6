import type { Logger } from 'pino';
import { dayMs } from '#contract/calendar/zones.ts';
import { createAttempts } from '#server/lib/attempts.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Clock } from '#server/outside/clock.ts';
import type { SingleSignOn } from '#server/outside/identity/single-sign-on/single-sign-on.ts';
import type { PortalMails } from '#server/outside/mail/portal-mails.ts';
import { recordAudit } from '#server/records/audit.ts';
import * as repository from './providers.repository.ts';
import { getProvider } from './providers.repository.ts';
import { toProviderSubject, toRecordName, toRecordText } from './stored-provider.ts';

export interface DomainChecks {
  readonly database: Database;
  readonly singleSignOn: Pick<SingleSignOn, 'findTexts'>;
  readonly mails: Pick<PortalMails, 'sendDomainMail'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

type DueDomain = { readonly companyId: string; readonly domain: string; readonly proof: string };

/** Days in a row on which the record was certainly not there, before SuperAdmins are warned and before the proof ends. */
const warnedAfter = 2;
const withdrawnAfter = 4;

/**
 * Looks up the records of all verified domains once a day. The proof of a record that is gone for days is withdrawn; a
 * look-up without an answer changes nothing and is repeated.
 * @throws StepsFailed where one could not be checked for another reason
 */
export async function checkDomains(checks: DomainChecks): Promise<void> {
  const { database, clock, log } = checks;
  const before = new Date(clock.now().getTime() - dayMs);
  const due = await database.inSystem('sign-in-domains.check', (tx) => repository.listDueDomains(tx, { before }));
  const attempts = createAttempts(log);
  for (const each of due) {
    const check = () => checkDomain(checks, each, before);
    await attempts.run(check, 'a domain could not be checked', { companyId: each.companyId });
  }
  attempts.end();
}

async function checkDomain(checks: DomainChecks, due: DueDomain, before: Date): Promise<void> {
  const { companyId, domain, proof } = due;
  const texts = await checks.singleSignOn.findTexts(toRecordName(domain));
  if (!texts) return;
  const now = checks.clock.now();
  const lookUp = { domain, proof, now, before, isThere: texts.includes(toRecordText(proof)), most: withdrawnAfter };
  await checks.database.inCompany(companyId, async (tx) => {
    const { absences = 0 } = (await repository.recordLookUp(tx, lookUp)) ?? {};
    const isWithdrawn = absences >= withdrawnAfter;
    if (!isWithdrawn && absences !== warnedAfter) return;
    if (isWithdrawn) {
      await recordAudit(tx, {
        ...toProviderSubject(companyId),
        actor: { accountId: null, name: 'Check of domains', email: '' },
        action: 'singleSignOn.withdraw-domain',
        before: { domain },
        requestId: '',
        now,
      });
    }
    const mail = { companyId, domain, absentDays: absences, daysLeft: withdrawnAfter - absences };
    for (const { name, email } of (await getProvider(tx, {})).superAdmins) {
      await checks.mails.sendDomainMail(tx, { ...mail, firstName: name, email });
    }
  });
}
