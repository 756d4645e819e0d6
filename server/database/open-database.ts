import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { CompanySnapshot, CompanyTransaction, Sql, SystemTransaction } from '../sql/sql.ts';
import { countPool, createConnectionCounts, type ConnectionCounts } from '../lib/connection-counts.ts';
import { createAuditChain, type AuditChain } from './audit-chain/audit-chain.ts';
import type { AuditSecrets } from './audit-chain/audit-keys.ts';
import { createSql, type OnAudit, type Queryable } from './connection/run-statements.ts';
import type { Config } from '../config/config.ts';
import { openEmbeddedServer } from './embedded/embedded-server.ts';
import { DatabaseUnavailable } from './connection/errors.ts';
import { createCopiedLocks, findCopiedUse } from './distribution/copied-rows.ts';
import { actorPath } from './distribution/copies.sql.ts';
import { createShardDirectory, type ShardDirectory } from './distribution/shard-directory.ts';
import type { DatabaseLog } from './connection/log.ts';
import { openPool } from './connection/pools.ts';
import { createCompanyTransactions } from './company-transactions.ts';
import { prepareDatabase, type Installation } from './prepare-database.ts';
import { deriveLogins, type RoleLogins } from './tenancy/roles.ts';
import { runTransaction } from './connection/transactions.ts';
import { systemReasons, type SystemReason } from './system-reasons.ts';

/** The transactions of a company, which sees and writes its own rows alone. */
export interface InCompany {
  /**
   * Runs `work` in one transaction and commits it. Not to be called inside another: each holds a connection.
   * @throws DatabaseUnavailable, or what `work` or the commit threw
   */
  <T>(companyId: string, work: (tx: CompanyTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs one reading statement, or several that do not wait for each other, in a transaction of their own: one trip to the
   * database instead of three.
   * @throws DatabaseUnavailable, or what the first statement that failed threw
   */
  read<T>(companyId: string, read: (tx: CompanyTransaction) => Promise<T>): Promise<T>;
  /**
   * `read` of `rows`, and in the same trip of `rest`, which on a distributed PostgreSQL is on the coordinator alone, such as what
   * the functions of the schema `identity` answer. There it is two trips at once.
   * @throws DatabaseUnavailable, or what the first statement that failed threw
   */
  readBoth<Rows, Rest>(
    companyId: string,
    rows: (tx: CompanyTransaction) => Promise<Rows>,
    rest: (tx: CompanyTransaction) => Promise<Rest>,
  ): Promise<[Rows, Rest]>;
  /**
   * Opens the company's rows as of one moment, for downloads that take longer than a request. Its caller closes it.
   * @param statementMs for how long each of its statements may run; by default a minute
   * @throws DatabaseUnavailable
   */
  snapshot(companyId: string, statementMs?: number): Promise<CompanySnapshot>;
  /**
   * Runs `work` in one transaction that writes rows of the company alone (`shard` in `server/database/tables`), confirms no actor
   * and queues no job: what assistants report and what follows from it without the ledger, such as spans and the search. On a
   * distributed PostgreSQL no other server takes part.
   * @throws DatabaseUnavailable, or what `work` or the commit threw
   */
  shard<T>(companyId: string, work: (tx: CompanyTransaction) => Promise<T>): Promise<T>;
}

/** The open database, as everything in the server knows it. It has three doors: `inCompany`, `withLedger` and `inSystem`. */
export type Database = {
  /** Settled once roles and tables are as needed: fulfilled, or rejected with what stops the start. */
  ready: Promise<void>;
  inCompany: InCompany;
  /**
   * `inCompany.shard` for the writers of a company's conversations, usage events and reservations, one after the other, also
   * across processes: without the lock of the ledger, which each takes as it opens, they could deadlock, and what they have read
   * could change. What the first statement of `work` answers is read under it.
   * @throws DatabaseUnavailable, or what `work` or the commit threw
   */
  withLedger<T>(companyId: string, work: (tx: CompanyTransaction) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction of the system role, for what has no company. */
  inSystem<T>(reason: SystemReason, work: (tx: SystemTransaction) => Promise<T>): Promise<T>;
  /** The system role's connections, for the libraries that bring their own queries (identity, jobs). */
  systemPool: pg.Pool;
  /**
   * The system role's connections for finding actors and intake callers, separate from all other work, so that a busy portal
   * still answers signed-in users. Tables without their schema are the coordinator's own copies on a distributed PostgreSQL,
   * which can only be read.
   */
  actors: Sql;
  /** The system role's address, for those that keep connections of their own. */
  systemUrl: string;
  /** The owner's address, for what makes tables. */
  ownerUrl: string;
  /** The chain over the audit entries of each company. */
  auditChain: AuditChain;
  /** Whether a statement can be answered now. */
  isReady(): Promise<boolean>;
  /** Connections of each pool now; what opens connections of its own adds itself. */
  connections: ConnectionCounts;
  /** Ends all connections, waiting two seconds for those in use, and the embedded server. */
  close(): Promise<void>;
};

type PoolSizes = { app: number; system: number; actors: number };

type OpenOptions = {
  /** The portal's secrets: the passwords of the login roles follow from the key, which also encrypts that of the audit chain. */
  secrets: AuditSecrets;
  log: DatabaseLog;
  /** Installers of tables beside the migrations. */
  installations?: readonly Installation[];
  /** Gives the opening up; what was opened until then is closed. */
  signal?: AbortSignal;
  /** For how long one that can not be reached is waited for; by default until the signal. */
  patienceMs?: number;
};

export type ConnectOptions = {
  ownerUrl: string;
  secrets: AuditSecrets;
  logins: RoleLogins;
  log: DatabaseLog;
  installations?: readonly Installation[];
  /** Ends the waiting and the preparing; `ready` is rejected then. */
  signal?: AbortSignal | undefined;
  patienceMs?: number | undefined;
  pools?: PoolSizes;
};

const defaultPools: PoolSizes = { app: 20, system: 10, actors: 4 };
const closeLimitMs = 2000;

/**
 * Opens the database the settings name. The embedded one is ready when this returns. With DATABASE_URL it returns at
 * once and `ready` follows, so that the portal can answer 503 while the database is still away.
 * @throws DatabaseRefused with one line for the operator; the same may come from `ready`
 */
export async function openDatabase(
  config: Pick<Config, 'database'>,
  { secrets, log, installations, signal, patienceMs }: OpenOptions,
): Promise<Database> {
  const { ownerUrl, logins, close: closeServer } = await openServer(config, { secretsKey: secrets.key, log });
  const database = connectDatabase({ ownerUrl, secrets, logins, log, installations, signal, patienceMs });
  if (config.database.kind === 'url') return database;
  const close = async () => {
    await database.close();
    await closeServer();
  };
  await database.ready.catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { ...database, close };
}

export type ServerAddresses = {
  ownerUrl: string;
  logins: RoleLogins;
  /** Stops the embedded server. */
  close(): Promise<void>;
};

/**
 * The addresses of the database that the settings name; the embedded server is started.
 * @throws DatabaseRefused where another portal uses the embedded data
 */
export async function openServer(
  { database: settings }: Pick<Config, 'database'>,
  { secretsKey, log }: { secretsKey: string; log: DatabaseLog },
): Promise<ServerAddresses> {
  if (settings.kind === 'url') {
    const logins = findLogins(settings, settings.url, secretsKey);
    return { ownerUrl: settings.url, logins, close: async () => undefined };
  }
  const { ownerUrl, stop } = await openEmbeddedServer({ ...settings, log });
  return { ownerUrl, logins: deriveLogins(ownerUrl, secretsKey), close: stop };
}

/** The logins of an operator where both are given, else those that follow from the secret. */
export function findLogins(settings: Config['database'], ownerUrl: string, secretsKey: string): RoleLogins {
  if (settings.kind === 'url' && settings.appUrl && settings.systemUrl) {
    return { appUrl: settings.appUrl, systemUrl: settings.systemUrl, managed: false };
  }
  return deriveLogins(ownerUrl, secretsKey);
}

/** Connects to a running server; `ready` follows. */
export function connectDatabase(options: ConnectOptions): Database {
  const { ownerUrl, secrets, logins, log, installations, signal, patienceMs, pools = defaultPools } = options;
  const { appPool, systemPool, actorPool, connections, openWorkerPool } = openPools(logins, pools, log);
  const chain = createAuditChain(createSql(actorPool), secrets);
  const closing = new AbortController();
  const directory = createShardDirectory({
    // Finding the actor comes first; this one belongs to the same call.
    system: actorPool,
    appUrl: logins.appUrl,
    openPool: openWorkerPool,
  });
  let prepared = false;
  const ended = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
  const ready = prepareDatabase({ ownerUrl, logins, log, installations, signal: ended, patienceMs }).then(async () => {
    await Promise.all([chain.warmUp(), directory.start()]);
    prepared = true;
  });
  // A caller that awaits `ready` gets the error; without such a caller the rejection must not end the process.
  ready.catch(() => undefined);
  const allowUse = () => {
    if (!prepared) throw new DatabaseUnavailable('unreachable');
  };
  const companies = createCompanyTransactions({ appPool, directory, chain, allowUse });
  return {
    ready,
    systemPool,
    actors: createActorSql(actorPool, { chain, directory }),
    systemUrl: logins.systemUrl,
    ownerUrl,
    auditChain: chain,
    ...companies,
    inSystem: async (reason, work) => {
      allowUse();
      if (!Object.hasOwn(systemReasons, reason))
        throw new Error(`"${String(reason)}" is no reason to leave the company.`);
      return runTransaction(systemPool, toSystemOptions(reason, { chain, directory }), work);
    },
    isReady: async () => prepared && (await answers(appPool)),
    connections,
    close: async () => {
      closing.abort();
      await ready.catch(() => undefined);
      const ends = [appPool, systemPool, actorPool, ...directory.listPools()].map((pool) => pool.end());
      await Promise.race([Promise.all(ends), sleep(closeLimitMs, undefined, { ref: false })]);
    },
  };
}

function openPools({ appUrl, systemUrl }: RoleLogins, sizes: PoolSizes, log: DatabaseLog) {
  const connections = createConnectionCounts();
  const open = (name: string, ...args: Parameters<typeof openPool>) => {
    const pool = openPool(...args);
    connections.add(name, () => countPool(pool));
    return pool;
  };
  return {
    connections,
    appPool: open('app', appUrl, 'steward app', { max: sizes.app, log }),
    systemPool: open('system', systemUrl, 'steward system', { max: sizes.system, log }),
    actorPool: open('actors', systemUrl, 'steward actors', {
      max: sizes.actors,
      log,
      searchPath: actorPath,
      isPlannedOnce: true,
    }),
    openWorkerPool: (url: string, place: number) =>
      open(`worker-${place}`, url, 'steward app', { max: sizes.app, log }),
  };
}

interface SystemParts {
  readonly chain: AuditChain;
  readonly directory: ShardDirectory;
}

/** Each statement by itself; one that writes a copied table waits for its turn in a transaction on a distributed PostgreSQL. */
function createActorSql(pool: pg.Pool, { chain, directory }: SystemParts): Sql {
  const sql = createSql(pool);
  return {
    ...sql,
    run: (statement, ...params) => {
      if (!directory.isUsed() || findCopiedUse(statement.text) === 'none') return sql.run(statement, ...params);
      const options = toSystemOptions('actors.record', { chain, directory });
      return runTransaction(pool, options, (tx) => tx.run(statement, ...params));
    },
  };
}

function toSystemOptions(reason: string, { chain, directory }: SystemParts) {
  const toTransaction = (connection: Queryable, onAudit: OnAudit) =>
    createSql(connection, onAudit, directory.isUsed() ? createCopiedLocks(connection) : undefined);
  return { name: `system transaction ${reason}`, opening: ['begin'], toTransaction, chain };
}

/** Whether a statement is answered, and could write: a database that was moved can only be read. */
async function answers(pool: pg.Pool) {
  return pool.query<{ state: string }>(`select current_setting('transaction_read_only') as state`).then(
    ({ rows }) => rows[0]?.state === 'off',
    () => false,
  );
}
