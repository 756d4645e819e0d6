import type pg from 'pg';
import { DatabaseUnavailable, findPostgresError, toDatabaseError } from '../connection/errors.ts';
import { getLogin } from '../tenancy/roles.ts';
import { isDistributed } from './distribute.ts';
import { functionSchema, shardMovedState } from './shard-functions.sql.ts';

/** Shard that has the rows of a company. */
export interface Shard {
  readonly number: number;
  /** The application role's connections to the server of the shard. */
  readonly pool: pg.Pool;
}

interface Options {
  /** The coordinator, as the system role. */
  readonly system: pg.Pool;
  readonly appUrl: string;
  /** @param place counts the servers from 1 */
  readonly openPool: (url: string, place: number) => pg.Pool;
}

export interface ShardDirectory {
  /** Learns whether the database is distributed; nothing is found before. */
  start(): Promise<void>;
  isUsed(): boolean;
  /** Undefined on a plain PostgreSQL. */
  find(companyId: string): Promise<Shard | undefined>;
  /**
   * Drops the cached place of the company, which is wrong or whose server does not answer: the next `find` reads it
   * again.
   */
  forget(companyId: string): void;
  /** Pools of the workers. */
  listPools(): pg.Pool[];
}

interface Place {
  readonly shard: number;
  readonly host: string;
  readonly port: number;
}

/** Whether the transaction failed in its opening, because the shard is on another server or its views are gone. */
export const isShardMoved = (error: unknown) => findPostgresError(error)?.code === shardMovedState;

/**
 * Company → server → shard, read from Citus' metadata and kept until a server answers that the shard is not there. A server
 * that holds a shard for the first time, or after a migration, makes the shard's views.
 */
export function createShardDirectory({ system, appUrl, openPool }: Options): ShardDirectory {
  let isDistributedNow = false;
  const known = new Map<string, Promise<Shard>>();
  const pools = new Map<string, pg.Pool>();
  const findPool = ({ host, port }: Place) => {
    const url = new URL(appUrl);
    url.hostname = host;
    url.port = String(port);
    const pool = pools.get(url.host) ?? openPool(url.href, pools.size + 1);
    pools.set(url.host, pool);
    return pool;
  };
  const look = async (companyId: string): Promise<Shard> => {
    const places = await system.query<Place>(`select shard, host, port from ${functionSchema}.find_shard($1)`, [
      companyId,
    ]);
    const place = places.rows[0];
    if (!place) throw new DatabaseUnavailable('unreachable');
    const pool = findPool(place);
    const role = getLogin(appUrl).name;
    await pool.query(`select ${functionSchema}.prepare_shard($1, $2)`, [companyId, role]);
    return { number: place.shard, pool };
  };
  return {
    start: async () => {
      isDistributedNow = await isDistributed(system);
    },
    isUsed: () => isDistributedNow,
    find: async (companyId) => {
      if (!isDistributedNow) return undefined;
      const found = known.get(companyId) ?? look(companyId);
      known.set(companyId, found);
      return found.catch((error: unknown) => {
        known.delete(companyId);
        throw toDatabaseError(error);
      });
    },
    forget: (companyId) => void known.delete(companyId),
    listPools: () => [...pools.values()],
  };
}
