import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { clientConfig, socketUrl } from './connection/connection.ts';
import { DatabaseUnavailable, isConnectionLoss } from './connection/errors.ts';
import { embeddedOwner, refuseUnfinished } from './embedded/cluster.ts';
import { findPlaces } from './embedded/embedded-paths.ts';
import { hasFilledDisk } from './embedded/postmaster.ts';
import type { DatabaseLog } from './connection/log.ts';
import { createAuditChain } from './audit-chain/audit-chain.ts';
import { openPool } from './connection/pools.ts';
import { createSql } from './connection/run-statements.ts';
import { runTransaction } from './connection/transactions.ts';
import { withOwner } from './copy/owner-connection.ts';
import type { AuditSecrets } from './audit-chain/audit-keys.ts';
import type { Installation } from './prepare-database.ts';
import {
  connectDatabase,
  findLogins,
  openDatabase,
  openServer,
  type Database,
  type ServerAddresses,
} from './open-database.ts';
import { deriveLogins, type RoleLogins } from './tenancy/roles.ts';
import { DatabaseClient } from './connection/database-client.ts';

type Options = {
  secrets: AuditSecrets;
  log: DatabaseLog;
  /** Installers of tables beside the migrations, for a command that may be the first to open the database. */
  installations?: readonly Installation[];
  /** Gives the opening up. */
  signal?: AbortSignal;
};

/** For how long a command waits for a database that can not be reached, e.g. because its server is just starting. */
export const commandPatienceMs = 10_000;

/**
 * Opens the database for a command that may run beside a portal: the embedded server is used where the portal has
 * started it, and else started for as long as the command takes.
 * @throws DatabaseRefused with one line for the operator; this and DatabaseUnavailable may also come from `ready`
 */
export async function openBeside(config: Pick<Config, 'database'>, given: Options): Promise<Database> {
  const options = { ...given, patienceMs: commandPatienceMs };
  const ownerUrl = config.database.kind === 'url' ? undefined : await findWholeServer(config.database.dataDir);
  if (ownerUrl === undefined) return openDatabase(config, options);
  return connectDatabase({ ownerUrl, ...options, logins: deriveLogins(ownerUrl, options.secrets.key) });
}

/** @throws DatabaseRefused where it is that of a restore which has not ended */
async function findWholeServer(dataDir: string): Promise<string | undefined> {
  await refuseUnfinished(await findPlaces(dataDir));
  return findServer(dataDir);
}

/** The addresses of the embedded server, which is used where a portal has started it, and else started. */
export async function openServerBeside(
  config: Pick<Config, 'database'>,
  options: { secretsKey: string; log: DatabaseLog },
): Promise<ServerAddresses> {
  const ownerUrl = config.database.kind === 'url' ? undefined : await findWholeServer(config.database.dataDir);
  if (ownerUrl === undefined) return openServer(config, options);
  return { ownerUrl, logins: deriveLogins(ownerUrl, options.secretsKey), close: async () => undefined };
}

/** `error`, or why the embedded server died of which it is the end. */
export async function explainLoss({ database }: Pick<Config, 'database'>, error: unknown): Promise<unknown> {
  if (database.kind === 'url' || !isConnectionLoss(error)) return error;
  const isFull = await hasFilledDisk(await findPlaces(database.dataDir));
  return isFull ? new DatabaseUnavailable('full', { cause: error }) : error;
}

/** The database as it is, for a look that starts, makes and upgrades nothing. */
export interface PresentDatabase extends Pick<Database, 'inSystem'> {
  readonly logins: RoleLogins;
  /** @throws the error of a database that can not be reached */
  readonly withOwner: <T>(work: (owner: pg.Client) => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

/** Undefined where the embedded server does not run. */
export async function openAsItIs(
  { database: settings }: Pick<Config, 'database'>,
  { secrets, log }: Pick<Options, 'secrets' | 'log'>,
): Promise<PresentDatabase | undefined> {
  const ownerUrl = settings.kind === 'url' ? settings.url : await findServer(settings.dataDir);
  if (ownerUrl === undefined) return undefined;
  const logins = findLogins(settings, ownerUrl, secrets.key);
  const pool = openPool(logins.systemUrl, 'steward doctor', { max: 2, log });
  const chain = createAuditChain(createSql(pool), secrets);
  return {
    logins,
    withOwner: (work) => withOwner(ownerUrl, work),
    inSystem: (reason, work) =>
      runTransaction(pool, { name: `doctor ${reason}`, opening: ['begin'], toTransaction: createSql, chain }, work),
    close: () => pool.end(),
  };
}

/** The address of the embedded server if it runs. */
async function findServer(dataDir: string): Promise<string | undefined> {
  const { socket } = await findPlaces(dataDir);
  const ownerUrl = socketUrl(socket, embeddedOwner, 'steward');
  const client = new DatabaseClient(clientConfig(ownerUrl, 'steward command'));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return ownerUrl;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
