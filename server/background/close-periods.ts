import type { Logger } from 'pino';
import { closePeriods, type ClosedPeriod } from '#features/billing/server/invoices/close-period.service.ts';
import { freezePapers } from '#features/billing/server/invoices/papers/freeze-papers.service.ts';
import type { Uses } from '../portal/portal.ts';
import { listCompanyNames } from '#features/company/server/companies/companies.repository.ts';

interface Wanted {
  /** First day of the only month to close. */
  readonly month?: string | undefined;
  readonly companyId?: string | undefined;
}

type Closing = Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'> & { readonly log: Pick<Logger, 'error'> };

interface Outcome {
  /** Companies that were checked. */
  readonly companies: number;
  readonly closed: readonly (ClosedPeriod & { readonly companyName: string })[];
  readonly failed: number;
}

/** Closes the ended months of all companies one by one; a failure is logged and does not stop the others. */
export async function closeAllPeriods(closing: Closing, { month, companyId }: Wanted = {}): Promise<Outcome> {
  const all = await closing.database.inSystem('periods.close', listCompanyNames);
  const companies = all.filter(({ id }) => companyId === undefined || id === companyId.toLowerCase());
  const closed: (ClosedPeriod & { companyName: string })[] = [];
  let failed = 0;
  for (const { id, name: companyName } of companies) {
    try {
      await freezePapers(closing, id);
      for (const period of await closePeriods(closing, id, month)) closed.push({ ...period, companyName });
    } catch (error) {
      failed += 1;
      closing.log.error({ err: error, companyId: id }, 'the months of a company could not be closed');
    }
  }
  return { companies: companies.length, closed, failed };
}
