import type { Uses } from '#server/portal/portal.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import type { CompanySupport, ListedCompany } from '#features/company/contract/companies.ts';
import { confirmOperator } from '#server/access/confirm-actor.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import * as repository from './companies.repository.ts';
import { toCompanyStamp } from './company-audit.ts';

export function listCompanies({ database, clock }: Uses<'database' | 'clock'>): Promise<ListedCompany[]> {
  return database.inSystem('companies.list', (tx) => repository.listCompanies(tx, clock.now()));
}

/** Approves a company that signed up; an active company stays as it is. The audit entry is in that company's log. */
export function approveCompany(
  { database, mails, clock }: Uses<'database' | 'mails' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<ListedCompany> {
  return database.inSystem('companies.approve', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    const status = await repository.lockStatus(tx, id);
    if (status === undefined) throw new Problem('record.not-found');
    const now = clock.now();
    if (status === 'pending') await repository.approveCompany(tx, { id, now });
    const [company] = await repository.listCompanies(tx, now, id);
    if (!company) throw new Problem('record.not-found');
    if (status !== 'pending') return company;
    await recordAudit(tx, {
      ...toCompanyStamp(context, now, company),
      action: 'companies.approve',
      before: { status },
      after: { status: company.status },
    });
    for (const recipient of await repository.listRecipients(tx, id)) {
      await mails.sendSignUpApproved(tx, { ...recipient, companyName: company.name, companyId: id });
    }
    return company;
  });
}

/** The support requests of each company in the present month of its own zone. */
export async function listCompanySupport({ database, clock }: Uses<'database' | 'clock'>): Promise<CompanySupport[]> {
  const nowMs = clock.now().getTime();
  // At the turn of a month some companies are still in the one before.
  const first = addMonths(getMonth(getDay(nowMs, 'UTC')), -1);
  const rows = await database.inSystem('companies.list', (tx) => repository.listSupportMonths(tx, { first }));
  return rows
    .filter(({ month, timeZone }) => month === getMonth(getDay(nowMs, timeZone)))
    .map(({ id, name, month, requests, minutes, costTenThousandths }) => ({
      id,
      name,
      period: month.slice(0, 7),
      requests,
      minutes,
      cost: toEuros(costTenThousandths),
    }));
}
