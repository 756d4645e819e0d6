import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { describeTlsFailure } from '../lib/database-tls.ts';
import { clientConfig } from './connection/connection.ts';
import { DatabaseRefused, DatabaseUnavailable, isConnectionLoss } from './connection/errors.ts';
import type { DatabaseLog } from './connection/log.ts';
import { refuseSharedSessions } from './connection/shared-sessions.ts';
import {
  deleteCopyViews,
  deleteShardViews,
  distribute,
  isDistributed,
  planDistribution,
} from './distribution/distribute.ts';
import type { Placements } from './tables/tables.ts';
import { listWaiting, migrate, migrationsFolder, type MigrationOptions } from './migrations/migrate.ts';
import { refuseBesideOlder } from './running-portals.ts';
import { ensureRoles, getLogin, type RoleLogins } from './tenancy/roles.ts';
import { DatabaseClient } from './connection/database-client.ts';
import { toCommandLine } from '../lib/command-line.ts';

/** Any number, the same in every version. */
const migrationLockKey = 7_283_914_002;
const firstPauseMs = 250;
const longestPauseMs = 2000;

/** Makes or upgrades tables that a library brings itself, as their owner; repeating it changes nothing. */
export type Installation = (owner: pg.Client, roles: { app: string; system: string }) => Promise<void>;

export type Preparation = {
  ownerUrl: string;
  logins: RoleLogins;
  log: DatabaseLog;
  /** Ends the waiting for a database that can not be reached, and the work on it; it is left as it was. */
  signal?: AbortSignal;
  /** For how long a database that can not be reached is waited for, without a line of the log; by default until the signal. */
  patienceMs?: number | undefined;
  /** Run after the migrations, under the same lock. */
  installations?: readonly Installation[] | undefined;
  /** The folder of the migrations, where it is another. */
  migrations?: string;
  /** Places of tables on a distributed PostgreSQL, if `migrations` makes others than the portal's. */
  placements?: Placements;
  /** The number of the last migration to apply; default: the newest. */
  through?: number | undefined;
};

/**
 * Waits for the database, then makes roles and tables what this program needs, while other instances that start at
 * the same time wait.
 * @throws DatabaseRefused with one line saying what an operator has to do
 * @throws DatabaseUnavailable after `patienceMs`
 */
export async function prepareDatabase(preparation: Preparation): Promise<void> {
  const { logins, log, signal, installations = [], migrations = migrationsFolder, through, placements } = preparation;
  const roles = { app: getLogin(logins.appUrl).name, system: getLogin(logins.systemUrl).name };
  const owner = await connectPatiently(preparation);
  // Cuts the connection: what runs on it fails, and its transaction is rolled back.
  const cut = () => void owner.end().catch(() => undefined);
  signal?.addEventListener('abort', cut);
  try {
    signal?.throwIfAborted();
    await checkServer(owner);
    await refuseSharedSessions('DATABASE_URL', preparation.ownerUrl);
    await owner.query('select pg_advisory_lock($1)', [migrationLockKey]);
    await ensureRoles(owner, logins);
    // Those of an operator may lead elsewhere.
    if (!logins.managed) {
      await refuseSharedSessions('DATABASE_APP_URL', logins.appUrl);
      await refuseSharedSessions('DATABASE_SYSTEM_URL', logins.systemUrl);
    }
    await refuseBesideOlder(owner, logins.systemUrl, { folder: migrations, through });
    await migrateEverywhere(owner, { folder: migrations, roles, log, through, placements });
    await checkGrants(owner, roles.app);
    for (const install of installations) await install(owner, roles);
  } finally {
    signal?.removeEventListener('abort', cut);
    // Closing the session lets go of the lock.
    await owner.end().catch(() => undefined);
  }
}

/**
 * On a distributed PostgreSQL the views of shards and copies are in the way of a migration, and new tables are placed after it.
 * Portals that run make the views again; those that were made while it ran go too.
 */
async function migrateEverywhere(
  owner: pg.Client,
  { placements, ...options }: MigrationOptions & { readonly placements: Placements | undefined },
) {
  if (!(await isDistributed(owner)) || (await listWaiting(owner, options)).waiting.length === 0)
    return migrate(owner, options);
  await deleteCopyViews(owner);
  await deleteShardViews(owner);
  await migrate(owner, options);
  await distribute(owner, await planDistribution(owner, options.roles, placements));
  return deleteShardViews(owner);
}

async function connectPatiently({ ownerUrl, log, signal, patienceMs }: Preparation) {
  const startedAt = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    signal?.throwIfAborted();
    const client = new DatabaseClient(clientConfig(ownerUrl, 'steward migrations'));
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isConnectionLoss(error)) {
        const reason = describeTlsFailure(error) ?? `The database refused the connection: ${String(error)}.`;
        throw new DatabaseRefused(reason, { cause: error });
      }
      const away = new DatabaseUnavailable('unreachable', { cause: error });
      if (patienceMs === undefined) log.warn({ err: away }, 'the database can not be reached; trying again');
      else if (performance.now() - startedAt > patienceMs) throw away;
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

async function checkServer(owner: pg.Client) {
  const { rows } = await owner.query<{ number: number; version: string; isMoved: boolean }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('default_transaction_read_only') = 'on' as "isMoved"`,
  );
  const server = rows[0];
  if (server && server.number < 150_000) {
    throw new DatabaseRefused(`PostgreSQL 15 or newer is needed; DATABASE_URL leads to ${server.version}.`);
  }
  if (server?.isMoved) {
    throw new DatabaseRefused(
      `This database was moved to a server and can only be read: name that one in DATABASE_URL, or take it back by ${toCommandLine('move', '--undo')}.`,
    );
  }
}

/** Grants are given by the migrations: roles named later than those have none. */
async function checkGrants(owner: pg.Client, appRole: string) {
  const { rows } = await owner.query<{ granted: boolean }>(
    `select not exists (select from pg_class where oid = to_regclass('public.companies'))
         or has_table_privilege($1, 'public.companies', 'select') as granted`,
    [appRole],
  );
  if (rows[0]?.granted !== true) {
    throw new DatabaseRefused(
      `The tables of this database were made for other roles than "${appRole}": use the roles of the first start.`,
    );
  }
}
