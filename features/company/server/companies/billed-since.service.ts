import type { Uses } from '#server/portal/portal.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { BilledSinceForm, ListedCompany } from '#features/company/contract/companies.ts';
import { confirmOperator } from '#server/access/confirm-actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { boolean, date, instant, nullable, text, uuid } from '#server/sql/types.ts';
import { listCompanies } from './companies.repository.ts';
import { toCompanyStamp } from './company-audit.ts';

const lockBilledSince = systemStatement.find({
  text: `
    select id, name, is_provider as "isProvider", time_zone as "timeZone",
      billed_since as "billedSince", created_at as "createdAt"
    from companies where company_is_proven(id) and id = $id for update`,
  params: { id: uuid },
  row: { id: uuid, name: text, isProvider: boolean, timeZone: text, billedSince: nullable(date), createdAt: instant },
});

const updateStatement = systemStatement({
  text: 'update companies set billed_since = $day, updated_at = $now where id = $id',
  params: { id: uuid, day: date, now: instant },
});

/**
 * Sets the first day whose runs are billed. It holds for what is reported from now on: nothing that was recorded changes.
 * @throws Problem `record.not-found`, `companies.provider-invoice`, `request.invalid` for a day that has not begun
 */
export function updateBilledSince(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, day }: BilledSinceForm & { readonly id: string },
): Promise<ListedCompany> {
  return database.inSystem('companies.list', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    const company = await lockBilledSince(tx, { id });
    if (!company) throw new Problem('record.not-found');
    if (company.isProvider) throw new Problem('companies.provider-invoice');
    const now = clock.now();
    if (day > getDay(now.getTime(), company.timeZone)) {
      throw new Problem('request.invalid', {
        fields: [{ path: 'day', message: 'The day must not be in the future.' }],
      });
    }
    await tx.run(updateStatement, { id, day, now });
    await recordAudit(tx, {
      ...toCompanyStamp(context, now, company),
      action: 'companies.update-billed-since',
      before: { billedSince: company.billedSince ?? getDay(company.createdAt.getTime(), company.timeZone) },
      after: { billedSince: day },
    });
    const [listed] = await listCompanies(tx, now, id);
    if (!listed) throw new Error('the company is locked');
    return listed;
  });
}
