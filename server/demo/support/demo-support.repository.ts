import type { SupportType } from '#contract/billing/support-types.ts';
import { getDay, getMonth } from '#contract/calendar/zones.ts';
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
  text: `insert into support_requests ${insertValues(request)}`,
  params: request,
});

interface DemoSupport {
  readonly companyName: string;
  readonly type: SupportType;
  readonly subject: string;
  readonly minutes: number;
  readonly costTenThousandths: number;
}

/** Of the present month, because the invoices of the earlier ones are planned without support. */
const requests: readonly DemoSupport[] = [
  {
    companyName: 'Acme Manufacturing',
    type: 'E-mail',
    subject: 'Leave request answers in the wrong language',
    minutes: 30,
    costTenThousandths: 450_000,
  },
  {
    companyName: 'Acme Manufacturing',
    type: 'Voice',
    subject: 'Connection to SAP quality assurance',
    minutes: 55,
    costTenThousandths: 990_000,
  },
  {
    companyName: 'Globex Logistics',
    type: 'E-mail',
    subject: 'New intake key for the second assistant',
    minutes: 15,
    costTenThousandths: 225_000,
  },
];

/** Support requests on the first day of the month in which the demo is seeded. */
export async function createDemoSupport(
  tx: SystemTransaction,
  { companyIds, now }: { readonly companyIds: ReadonlyMap<string, string>; readonly now: Date },
): Promise<void> {
  const day = getMonth(getDay(now.getTime(), 'Europe/Tallinn'));
  for (const { companyName, ...values } of requests) {
    await tx.run(createRequestStatement, {
      ...values,
      companyId: companyIds.get(companyName) ?? '',
      day,
      recordedAt: now,
    });
  }
}
