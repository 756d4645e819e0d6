import { Problem } from '../../lib/request/problem.ts';

const maxOfCompany = 4;
const maxOfAll = 16;

/** Bounds how many connections are tested at a time in this process. */
export interface TestPlaces {
  /** @throws Problem `request.too-many`, without having started */
  run<T>(companyId: string, work: () => Promise<T>): Promise<T>;
}

/** Nobody waits for a place: what is under way ends within seconds, and a queue would only be somebody else's wait. */
export function createTestPlaces(): TestPlaces {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    async run(companyId, work) {
      const own = taken.get(companyId) ?? 0;
      if (own >= maxOfCompany || all >= maxOfAll) throw new Problem('request.too-many', { retryAfterSeconds: 5 });
      taken.set(companyId, own + 1);
      all += 1;
      try {
        return await work();
      } finally {
        all -= 1;
        const left = (taken.get(companyId) ?? 1) - 1;
        if (left === 0) taken.delete(companyId);
        else taken.set(companyId, left);
      }
    },
  };
}
