/** Connections that are lent out, those that wait for use, and calls that wait for a connection. */
export interface ConnectionCount {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
  /** At most as many are open. */
  readonly limit: number;
}

/** Everything of this process that holds connections to the database, by its name in the metrics. */
export interface ConnectionCounts {
  /** Each part that opens connections adds itself; `read` is called at each scrape. */
  add(pool: string, read: () => ConnectionCount): void;
  list(): Array<ConnectionCount & { pool: string }>;
}

export function createConnectionCounts(): ConnectionCounts {
  const readers = new Map<string, () => ConnectionCount>();
  return {
    add: (pool, read) => void readers.set(pool, read),
    list: () => [...readers].map(([pool, read]) => ({ pool, ...read() })),
  };
}

interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max?: number | undefined };
}

export const countPool = ({ totalCount, idleCount: idle, waitingCount: waiting, options }: Pool): ConnectionCount => ({
  used: totalCount - idle,
  idle,
  waiting,
  // That of the library where none is set.
  limit: options.max ?? 10,
});

/** A connection that is kept for itself, such as one that listens. */
export const countOne = (isOpen: boolean): ConnectionCount => ({
  used: isOpen ? 1 : 0,
  idle: 0,
  waiting: 0,
  limit: 1,
});
