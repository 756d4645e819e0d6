import { createLocalJWKSet, type JWK } from 'jose';
import type { Clock } from '../../clock.ts';

type KeySet = { keys: JWK[] };
type LocalKeys = ReturnType<typeof createLocalJWKSet>;

export type KeySource = {
  /** The known keys; loads them again where `kid` is unknown, but never more often than the pause allows. */
  keysFor(kid: string): Promise<LocalKeys | undefined>;
};

/** Least pause between loads of another issuer's keys, which come over the network. */
const issuerPauseSeconds = 30;
const pauseAfterFailureSeconds = 5;
const maxBodyBytes = 64 * 1024;
const fetchTimeoutMs = 3000;

/**
 * Keeps an issuer's public keys. Made-up key ids cause one load in `pauseSeconds` at most, never one each; with a pause of 0
 * one at a time. `load` throwing is passed on, because it says nothing about the token.
 */
export function createKeySource(
  load: () => Promise<KeySet>,
  clock: Clock,
  pauseSeconds: number = issuerPauseSeconds,
): KeySource {
  let known: { ids: Set<string>; keys: LocalKeys } | undefined;
  let nextLoadAt = -Infinity;
  let loading: Promise<void> | undefined;
  let failure: { fault: unknown } | undefined;

  const reload = async (startedAt: number) => {
    nextLoadAt = startedAt + pauseSeconds * 1000;
    try {
      const set = await load();
      const ids = set.keys.flatMap(({ kid }) => (kid === undefined ? [] : [kid]));
      known = { ids: new Set(ids), keys: createLocalJWKSet(set) };
      failure = undefined;
    } catch (fault) {
      failure = { fault };
      nextLoadAt = startedAt + pauseAfterFailureSeconds * 1000;
      throw fault;
    } finally {
      loading = undefined;
    }
  };

  return {
    keysFor: async (kid) => {
      if (known?.ids.has(kid)) return known.keys;
      // A load that began earlier may have missed a key that was made since.
      await loading;
      if (known?.ids.has(kid)) return known.keys;
      const now = clock.now().getTime();
      // A clock that jumped back must not put the next load off for ever.
      const isDue = now >= nextLoadAt || nextLoadAt - now > pauseSeconds * 1000;
      if (!loading && isDue) loading = reload(now);
      await loading;
      if (known?.ids.has(kid)) return known.keys;
      // While the next try waits, a key that could not be looked for is not a key that does not exist.
      if (failure) throw failure.fault;
      return undefined;
    },
  };
}

/** Loads keys by OpenID Connect discovery, from the address the issuer's own document names. */
export function discoverKeys(issuer: string): () => Promise<KeySet> {
  return async () => {
    const base = issuer.replace(/\/$/, '');
    const document = await fetchJson(`${base}/.well-known/openid-configuration`);
    if (document.issuer !== issuer) throw new Error(`${issuer} describes itself as another issuer`);
    return fetchKeys(String(document.jwks_uri), new URL(issuer).protocol);
  };
}

async function fetchKeys(address: string, protocol: string): Promise<KeySet> {
  if (new URL(address).protocol !== protocol)
    throw new Error(`The keys at ${address} are less protected than the issuer`);
  const { keys } = await fetchJson(address);
  if (!Array.isArray(keys)) throw new Error(`There are no keys at ${address}`);
  return { keys: keys as JWK[] };
}

async function fetchJson(address: string): Promise<Record<string, unknown>> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(fetchTimeoutMs) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const text = await response.text();
  if (text.length > maxBodyBytes) throw new Error(`${address} answered too much`);
  return JSON.parse(text) as Record<string, unknown>;
}
