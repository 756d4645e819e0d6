import { clientNetwork } from '../../lib/network/client-network.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { Guard } from '../api-handler.ts';
import type { MinuteCounts } from './minute-counts.ts';

interface RateLimit {
  /** Calls allowed for one IPv4 address or IPv6 /64 in a minute. */
  readonly perMinute: number;
  readonly counts: MinuteCounts;
}

/**
 * Limits public calls other than GET by network. The limits of sign-in, codes and mails are in the database and much
 * lower.
 * @returns a guard that throws Problem `request.too-many`
 */
export function limitPublicCalls(guard: Guard, { perMinute, counts }: RateLimit): Guard {
  return async (context, meta, method) => {
    if (meta.access === 'public' && method !== 'GET') {
      const { sum, restSeconds } = counts.add(`calls ${clientNetwork(context.clientAddress)}`, 1);
      if (sum > perMinute) throw new Problem('request.too-many', { retryAfterSeconds: restSeconds });
    }
    await guard(context, meta, method);
  };
}
