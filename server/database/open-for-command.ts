import pg from 'pg';
import type { Config } from '../config/config.ts';
import { clientConfig, socketUrl } from './connection/connection.ts';
import { DatabaseUnavailable, isConnectionLoss } from './connection/errors.ts';
import { embeddedOwner } from './embedded/cluster.ts';
import { findPlaces } from './embedded/embedded-paths.ts';
import { hasFilledDisk } from './embedded/postmaster.ts';
import type { DatabaseLog } from './connection/log.ts';
import type { AuditSecrets } from './audit-chain/audit-keys.ts';
import type { Installation } from './prepare-database.ts';
import { connectDatabase, openDatabase, openServer, type Database, type ServerAddresses } from './open-database.ts';
import { deriveLogins } from './tenancy/roles.ts';

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
  const ownerUrl = config.database.kind === 'url' ? undefined : await findServer(config.database.dataDir);
  if (ownerUrl === undefined) return openDatabase(config, options);
  return connectDatabase({ ownerUrl, ...options, logins: deriveLogins(ownerUrl, options.secrets.key) });
}

/** The addresses of the embedded server, which is used where a portal has started it, and else started. */
export async function openServerBeside(
  config: Pick<Config, 'database'>,
  options: { secretsKey: string; log: DatabaseLog },
): Promise<ServerAddresses> {
  const ownerUrl = config.database.kind === 'url' ? undefined : await findServer(config.database.dataDir);
  if (ownerUrl === undefined) return openServer(config, options);
  return { ownerUrl, logins: deriveLogins(ownerUrl, options.secretsKey), close: async () => undefined };
}

/** `error`, or why the embedded server died of which it is the end. */
export async function explainLoss({ database }: Pick<Config, 'database'>, error: unknown): Promise<unknown> {
  if (database.kind === 'url' || !isConnectionLoss(error)) return error;
  const isFull = await hasFilledDisk(await findPlaces(database.dataDir));
  return isFull ? new DatabaseUnavailable('full', { cause: error }) : error;
}

/** The address of the embedded server if it runs. */
async function findServer(dataDir: string): Promise<string | undefined> {
  const { socket } = await findPlaces(dataDir);
  const ownerUrl = socketUrl(socket, embeddedOwner, 'steward');
  const client = new pg.Client(clientConfig(ownerUrl, 'steward command'));
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
