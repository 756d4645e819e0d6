import { clientNetwork } from '../lib/network/client-network.ts';
import { Problem } from '../lib/request/problem.ts';
import type { Guard } from './api-handler.ts';

interface RateLimit {
  /** Calls allowed for one IPv4 address or IPv6 /64 in a minute. */
  readonly perMinute: number;
  readonly clock: { now(): Date };
}

const windowMs = 60_000;
/** Networks counted at a time, a few megabytes; the oldest is dropped first. */
const maxNetworks = 20_000;

/**
 * Limits public calls other than GET by network, counted in this process. The limits of sign-in, codes and mails are in
 * the database and much lower.
 * @returns a guard that throws Problem `request.too-many`
 */
export function limitPublicCalls(guard: Guard, { perMinute, clock }: RateLimit): Guard {
  const counts = new Map<string, { calls: number; readonly sinceMs: number }>();

  function count(network: string) {
    const nowMs = clock.now().getTime();
    const found = counts.get(network);
    // A window in the future comes from a clock that was set back.
    if (found && found.sinceMs <= nowMs && nowMs < found.sinceMs + windowMs) {
      found.calls += 1;
      return { calls: found.calls, restMs: found.sinceMs + windowMs - nowMs };
    }
    // Deleted first, because a map keeps the place of an existing key, and its order is the age.
    counts.delete(network);
    counts.set(network, { calls: 1, sinceMs: nowMs });
    for (const oldest of counts.keys()) {
      if (counts.size <= maxNetworks) break;
      counts.delete(oldest);
    }
    return { calls: 1, restMs: windowMs };
  }

  return async (context, meta, method) => {
    if (meta.access === 'public' && method !== 'GET') {
      const { calls, restMs } = count(clientNetwork(context.clientAddress));
      if (calls > perMinute) throw new Problem('request.too-many', { retryAfterSeconds: Math.ceil(restMs / 1000) });
    }
    await guard(context, meta, method);
  };
}
