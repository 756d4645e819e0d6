import type { SupportType } from '#features/company/contract/support-types.ts';
import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import type { UnbilledSupport } from '#features/billing/server/invoices/plan-invoice.ts';
import { insertValues } from '../../sql/columns.ts';
import type { SystemTransaction } from '../../sql/sql.ts';
import { systemStatement } from '../../sql/statement.ts';
import { date, instant, integer, text, uuid } from '../../sql/types.ts';

const request = {
  companyId: uuid,
  day: date,
  type: text,
  subject: text,
  minutes: integer,
  costTenThousandths: integer,
  recordedAt: instant,
};
const createRequestStatement = systemStatement({
  text: `insert into support_requests ${insertValues(request)} returning id`,
  params: request,
  row: { id: uuid },
});

interface DemoSupport {
  readonly companyName: string;
  readonly type: SupportType;
  readonly subject: string;
  readonly minutes: number;
  readonly costTenThousandths: number;
  /** 0 for the month in which the demo is seeded; the invoices of earlier ones bill it. */
  readonly monthsAgo: number;
}

const requests: readonly DemoSupport[] = [
  {
    companyName: 'Acme Manufacturing',
    type: 'E-mail',
    subject: 'Leave request answers in the wrong language',
    minutes: 30,
    costTenThousandths: 450_000,
    monthsAgo: 0,
  },
  {
    companyName: 'Acme Manufacturing',
    type: 'Voice',
    subject: 'Connection to SAP quality assurance',
    minutes: 55,
    costTenThousandths: 990_000,
    monthsAgo: 0,
  },
  {
    companyName: 'Acme Manufacturing',
    type: 'Voice',
    subject: 'Roles of the new warehouse team',
    minutes: 40,
    costTenThousandths: 720_000,
    monthsAgo: 1,
  },
  {
    companyName: 'Globex Logistics',
    type: 'E-mail',
    subject: 'New intake key for the second assistant',
    minutes: 15,
    costTenThousandths: 225_000,
    monthsAgo: 0,
  },
];

/** Support requests of ended months, which invoices bill. */
export interface BilledSupport extends UnbilledSupport {
  readonly companyName: string;
}

/** Support requests, each on the first day of its month. @returns those of ended months */
export async function createDemoSupport(
  tx: SystemTransaction,
  { companyIds, now }: { readonly companyIds: ReadonlyMap<string, string>; readonly now: Date },
): Promise<BilledSupport[]> {
  const present = getMonth(getDay(now.getTime(), 'Europe/Tallinn'));
  const billed: BilledSupport[] = [];
  for (const { companyName, monthsAgo, ...values } of requests) {
    const month = addMonths(present, -monthsAgo);
    const companyId = companyIds.get(companyName) ?? '';
    const { id } = await tx.get(createRequestStatement, { ...values, companyId, day: month, recordedAt: now });
    const { type, costTenThousandths: total } = values;
    if (monthsAgo > 0) billed.push({ companyName, month, type, total, ids: [id] });
  }
  return billed;
}
