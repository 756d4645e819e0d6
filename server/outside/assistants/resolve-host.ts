import { lookup, Resolver } from 'node:dns/promises';

export interface ResolveOptions {
  readonly signal: AbortSignal;
  /** Whether the operator lists this host: then it is looked up as the machine does, with its file of hosts. */
  readonly isListed: boolean;
}

/** All addresses of a host name; none where there is no such name. */
export type ResolveHost = (host: string, options: ResolveOptions) => Promise<readonly string[]>;

/**
 * Resolves entered names by DNS alone, outside the thread pool, because a name server that never answers would occupy the
 * pool's few threads, which also hash passwords and read files.
 */
export const resolveHost: ResolveHost = async (host, { signal, isListed }) => {
  if (isListed) return (await lookup(host, { all: true })).map(({ address }) => address);
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};
