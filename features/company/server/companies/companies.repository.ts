import { getDay } from '#contract/calendar/zones.ts';
import type { ListedCompany } from '#features/company/contract/companies.ts';
import { isInForce, toSuspension } from '#server/lib/request/suspension.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { boolean, date, instant, integer, nullable, text, textOf, uuid } from '#server/sql/types.ts';

export interface CompanyName {
  readonly id: string;
  readonly name: string;
}

/** Every company, for the commands and jobs that work through all of them. */
export const listCompanyNames = systemStatement.list({
  text: 'select id, name from companies order by name, id',
  row: { id: uuid, name: text },
});

const status = textOf<'active' | 'pending'>();

/* A sign-up without a verified address is no company yet. */
const listCompaniesStatement = systemStatement({
  text: `
    select c.id, c.name, c.status, c.is_provider as "isProvider", c.created_at as "createdAt",
      c.billed_since as "billedSince",
      c.time_zone as "timeZone", c.suspended_from as "suspendedFrom", c.suspension_reason as "suspensionReason",
      c.deletion_due_at as "deletionDueAt", c.deletion_reason as "deletionReason",
      count(u.id) as users
    from companies c left join users u on u.company_id = c.id
    where company_is_proven(c.id) and ($id::uuid is null or c.id = $id)
    group by c.id order by c.name, c.id`,
  params: { id: nullable(uuid) },
  row: {
    id: uuid,
    name: text,
    status,
    isProvider: boolean,
    createdAt: instant,
    billedSince: nullable(date),
    timeZone: text,
    suspendedFrom: nullable(instant),
    suspensionReason: nullable(text),
    deletionDueAt: nullable(instant),
    deletionReason: nullable(text),
    users: integer,
  },
});

/** @param id the only company to list */
export async function listCompanies(tx: SystemTransaction, now: Date, id?: string): Promise<ListedCompany[]> {
  const rows = await tx.list(listCompaniesStatement, { id: id ?? null });
  return rows.map(({ suspendedFrom, suspensionReason, deletionDueAt, deletionReason, createdAt, ...company }) => {
    const suspension = toSuspension({ suspendedFrom, suspensionReason });
    return {
      ...company,
      status: isInForce(suspension, now) ? 'suspended' : company.status,
      createdAt: createdAt.toISOString(),
      billedSince: company.billedSince ?? getDay(createdAt.getTime(), company.timeZone),
      suspension: suspension && { from: suspension.from.toISOString(), reason: suspension.reason },
      deletion: deletionDueAt && { dueAt: deletionDueAt.toISOString(), reason: deletionReason ?? '' },
    };
  });
}

const lockStatusStatement = systemStatement({
  text: 'select status from companies where company_is_proven(id) and id = $id for update',
  params: { id: uuid },
  row: { status },
});

/** Locks the company's row until the transaction ends; undefined also for a sign-up without a verified address. */
export async function lockStatus(tx: SystemTransaction, id: string): Promise<'active' | 'pending' | undefined> {
  return (await tx.find(lockStatusStatement, { id }))?.status;
}

export const approveCompany = systemStatement.run({
  text: `update companies set status = 'active', updated_at = $now where id = $id`,
  params: { id: uuid, now: instant },
});

const listRecipientsStatement = systemStatement({
  text: 'select email, first_name as "firstName" from users where company_id = $company',
  params: { company: uuid },
  row: { email: text, firstName: text },
});

/** Every user of a company, for the mail that says that the company is approved. */
export function listRecipients(tx: SystemTransaction, companyId: string) {
  return tx.list(listRecipientsStatement, { company: companyId });
}

/** The support requests from the month `first` on, as one row for each company and month, the costliest first. */
export const listSupportMonths = systemStatement.list({
  text: `
    select c.id, c.name, c.time_zone as "timeZone", date_trunc('month', r.day::timestamp)::date as month,
      count(*)::integer as requests, coalesce(sum(r.minutes), 0)::bigint as minutes,
      sum(r.cost_ten_thousandths)::bigint as "costTenThousandths"
    from companies c join support_requests r on r.company_id = c.id
    where r.day >= $first::date
    group by c.id, month order by 7 desc, c.name, c.id`,
  params: { first: date },
  row: {
    id: uuid,
    name: text,
    timeZone: text,
    month: date,
    requests: integer,
    minutes: integer,
    costTenThousandths: integer,
  },
});
