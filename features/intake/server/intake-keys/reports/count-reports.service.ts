import type { Uses } from '#server/portal/portal.ts';
import type { ReportReason } from '#features/intake/contract/key-reports.ts';
import type { CountReports } from '#server/lib/request/key-reports.ts';
import { recordReports, type KeyCounts } from './key-reports.repository.ts';

declare module '../../../../../server/portal/portal.ts' {
  interface Portal {
    readonly keyReports: KeyReportCounter;
  }
}

export interface KeyReportCounter {
  readonly count: CountReports;
  /** Stores what is counted, of one company or of all. Never throws: what could not be stored is stored later. */
  readonly flush: (companyId?: string) => Promise<void>;
}

/** How late the rows are; what is counted since is lost where the process is killed. */
const flushMs = 5000;

interface CompanyCounts {
  readonly timeZone: string;
  readonly keys: Map<string, KeyCounts>;
}

/** Counts in memory, so that a report costs no statement, and stores the sums some seconds later. */
export function createKeyReportCounter({ database, clock, log }: Uses<'database' | 'clock' | 'log'>): KeyReportCounter {
  const companies = new Map<string, CompanyCounts>();
  let isWaiting = false;

  const add = (companyId: string, timeZone: string, keyId: string, counts: Readonly<Record<string, number>>) => {
    const company = companies.get(companyId) ?? { timeZone, keys: new Map<string, KeyCounts>() };
    companies.set(companyId, company);
    const sums = company.keys.get(keyId) ?? new Map<ReportReason, number>();
    company.keys.set(keyId, sums);
    for (const [reason, items] of Object.entries(counts) as [ReportReason, number][]) {
      if (items > 0) sums.set(reason, (sums.get(reason) ?? 0) + items);
    }
  };

  const flushCompany = async (companyId: string) => {
    const counted = companies.get(companyId);
    if (!counted) return;
    companies.delete(companyId);
    const { timeZone, keys } = counted;
    try {
      await database.inCompany.shard(companyId, (tx) => recordReports(tx, { keys, timeZone, now: clock.now() }));
    } catch (error) {
      log.warn({ err: error, companyId }, 'counts of intake keys not stored');
      for (const [keyId, sums] of keys) add(companyId, timeZone, keyId, Object.fromEntries(sums));
      flushLater();
    }
  };

  const flush = async (companyId?: string) => {
    for (const id of companyId === undefined ? [...companies.keys()] : [companyId]) await flushCompany(id);
  };

  const flushLater = () => {
    if (isWaiting) return;
    isWaiting = true;
    const flushNow = () => {
      isWaiting = false;
      void flush();
    };
    setTimeout(flushNow, flushMs).unref();
  };

  return {
    count: ({ companyId, timeZone, keyId }, counts) => {
      add(companyId, timeZone, keyId, counts);
      flushLater();
    },
    flush,
  };
}
