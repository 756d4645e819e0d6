import { clientNetwork } from '../lib/network/client-network.ts';
import { Problem } from '../lib/request/problem.ts';
import type { Guard } from './api-handler.ts';

interface RateLimit {
  /** Calls that one IPv4 address or IPv6 /64 may make in a minute. */
  readonly perMinute: number;
  readonly clock: { now(): Date };
}

const windowMs = 60_000;
/** Networks counted at a time, a few megabytes; the oldest make room. */
const maxNetworks = 20_000;

/**
 * Bounds how often one network may write without being signed in, whatever it calls. Counted in this process alone:
 * the limits of sign-in, codes and mails are kept in the database and are much narrower.
 * @throws Problem `request.too-many` from the guard it answers
 */
export function limitPublicCalls(guard: Guard, { perMinute, clock }: RateLimit): Guard {
  const counts = new Map<string, { calls: number; readonly sinceMs: number }>();

  function count(network: string) {
    const nowMs = clock.now().getTime();
    const found = counts.get(network);
    // A clock that was set back says nothing about the age.
    if (found && found.sinceMs <= nowMs && nowMs < found.sinceMs + windowMs) {
      found.calls += 1;
      return { calls: found.calls, restMs: found.sinceMs + windowMs - nowMs };
    }
    // Deleted first, so that the order of the map is the age of its windows.
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
