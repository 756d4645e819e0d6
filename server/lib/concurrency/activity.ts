/** Milliseconds over which activity is averaged. */
const windowMs = 2000;

export interface Activity {
  /** Notes that a call of the company is in progress. @returns what notes its end, once */
  start(companyId: string): () => void;
  /** The part of the last seconds in which calls of companies that are not `isOwn` were in progress, from 0 to 1. */
  getShareOfOthers(isOwn: (companyId: string) => boolean): number;
}

interface Calls {
  running: number;
  share: number;
  atMs: number;
}

/** The calls of companies, so that background and slow work of some can leave the machine to others. */
export function createActivity(now: () => number = () => performance.now()): Activity {
  const companies = new Map<string, Calls>();
  const update = (calls: Calls) => {
    const kept = Math.exp((calls.atMs - now()) / windowMs);
    calls.share = calls.share * kept + (calls.running > 0 ? 1 - kept : 0);
    calls.atMs = now();
    return calls;
  };
  return {
    start(companyId) {
      const calls = update(companies.get(companyId) ?? { running: 0, share: 0, atMs: now() });
      companies.set(companyId, calls);
      calls.running += 1;
      return () => {
        update(calls).running -= 1;
      };
    },
    getShareOfOthers(isOwn) {
      let sum = 0;
      for (const [each, calls] of companies) {
        const { running, share } = update(calls);
        if (!isOwn(each)) sum += share;
        if (running === 0 && share < 0.001) companies.delete(each);
      }
      return Math.min(1, sum);
    },
  };
}
