import type { JWK } from 'jose';
import type { Clock } from '../../clock.ts';
import { createKeySource, type KeySource } from '../tokens/key-source.ts';
import type { GuardedFetch } from './issuers.ts';

const maxKeySources = 500;

/** The keys at addresses of issuers, each of which made-up tokens load every half minute at most. */
export function createIssuerKeys(fetchGuarded: GuardedFetch, clock: Clock) {
  const known = new Map<string, KeySource>();
  return (address: string): KeySource => {
    const found = known.get(address) ?? createKeySource(() => fetchKeys(fetchGuarded, address), clock);
    known.set(address, found);
    for (const oldest of known.keys()) {
      if (known.size <= maxKeySources) break;
      known.delete(oldest);
    }
    return found;
  };
}

async function fetchKeys(fetchGuarded: GuardedFetch, address: string): Promise<{ keys: JWK[] }> {
  const options = {
    method: 'GET',
    headers: { accept: 'application/json' },
    body: undefined,
    redirect: 'manual',
  } as const;
  const response = await fetchGuarded(address, options);
  const { keys } = (await response.json()) as { keys?: JWK[] };
  if (!response.ok || !Array.isArray(keys)) throw new Error('There are no keys.');
  return { keys };
}
