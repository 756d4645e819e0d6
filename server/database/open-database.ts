import { isUuid } from '#contract/uuid.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { CompanyTransaction, Sql, SystemTransaction } from '../sql/sql.ts';
import { createAuditChain } from './audit-chain/audit-chain.ts';
import type { AuditChain } from './audit-chain/audit-chain.ts';
import type { AuditSecrets } from './audit-chain/audit-keys.ts';
import { createCompanySql, createSql } from './connection/run-statements.ts';
import type { OnAudit, Queryable } from './connection/run-statements.ts';
import type { Config } from '../config/config.ts';
import { openEmbeddedServer } from './embedded/embedded-server.ts';
import { DatabaseUnavailable } from './connection/errors.ts';
import type { DatabaseLog } from './connection/log.ts';
import { openPool } from './connection/pools.ts';
import { prepareDatabase } from './prepare-database.ts';
import type { Installation } from './prepare-database.ts';
import { runRead } from './connection/read-transaction.ts';
import { deriveLogins } from './tenancy/roles.ts';
import type { RoleLogins } from './tenancy/roles.ts';
import { runTransaction } from './connection/transactions.ts';

/**
 * Why code may look across companies. Each is something that has no company yet, or belongs to none; anything else
 * goes through `withCompany`. Adding one is a decision: say here what it does.
 */
const systemReasons = {
  'memberships.find': 'which companies an account is a user of, and in which roles, before one is chosen',
  'session.single-sign-on': 'which company an issuer signs in for, by domain or by client, before anyone is signed in',
  'sign-in-domains.check': 'the verified domains of all companies whose records are looked up again',
  'session.sign-up': 'a new company with its first user, settings and agreements',
  'sign-ups.delete': 'sign-ups that nobody proved, with the companies they made',
  'session.email-change': 'a proven new address goes into all memberships of the account',
  'session.two-factor': 'a second factor changes together with its entry in the log',
  'companies.list': 'the provider sees the companies it serves',
  'companies.approve': 'the provider lets a signed-up company in',
  'companies.delete':
    'the provider schedules the deletion of a company, and its job deletes the company and signs what was deleted',
  'companies.suspend': 'the provider suspends and reactivates a company, and an announced suspension begins',
  'users.lock': 'sessions of a deactivated user end, and a second factor is reset where no other company has the user',
  'session.end': 'sessions end together with their entry in the logs of the account’s companies',
  'page-views.count': 'views are counted per day and path for all companies together',
  'web-files.share': 'the files of the pages are the same for all companies',
  'exports.expire': 'which companies have exports whose time is over',
  'old-rows.delete': 'idempotency keys and facts of spans past their time, of all companies',
  'screenshots.delete': 'uploaded screenshots that no skill names, of all companies',
  'intake.partitions': 'the tables of a month are made, which hold the conversations of all companies',
  'otlp.resume': 'which companies have spans that waited for others when the portal stopped',
  'audit.adopt': 'which companies there are, when entries that are older than the audit chain are sealed',
  'audit.check': 'which companies there are, when their audit chains are verified or signed',
  'rollups.check': 'which companies there are, when the roll-ups of all are checked or rebuilt',
  'periods.close': 'which companies there are, when their ended months are closed',
  'integrations.test': 'which integrations of all companies are due for a connection test',
  'notices.make': 'which companies want to be told what, and the latest announcements of the provider',
  'secrets.rotate': 'secrets of integrations and second factors are encrypted anew with the present key',
  'operations.get': 'the provider sees migrations, jobs and backups of the installation',
  'operations.retry-jobs': 'the provider repeats failed jobs, which belong to all companies',
  'backups.record': 'backups of the whole database, which belong to no company',
  'demo.seed': 'the demo companies on the first start',
  'bootstrap.create': 'the first company and SuperAdmin of an installation',
} as const satisfies Record<string, string>;

export type SystemReason = keyof typeof systemReasons;

/** The open database, as everything in the server knows it. */
export type Database = {
  /** Settled once roles and tables are as needed: fulfilled, or rejected with what stops the start. */
  ready: Promise<void>;
  /**
   * Runs `work` in one transaction that sees and writes the rows of this company alone, and commits it. Not to be
   * called inside another: each holds a connection.
   * @throws DatabaseUnavailable, or what `work` or the commit threw
   */
  withCompany<T>(companyId: string, work: (tx: CompanyTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs one reading statement over the rows of this company, in a transaction of its own: one trip to the database
   * instead of three.
   * @throws DatabaseUnavailable, or what the statement threw
   */
  readCompany<T>(companyId: string, read: (tx: CompanyTransaction) => Promise<T>): Promise<T>;
  /** `withCompany` as the system role, for what has no company. */
  withSystem<T>(reason: SystemReason, work: (tx: SystemTransaction) => Promise<T>): Promise<T>;
  /** The system role's connections, for the libraries that bring their own queries (identity, jobs). */
  systemPool: pg.Pool;
  /** The system role's connections for finding actors and intake callers, separate from all other work, so that a busy portal still answers signed-in users. */
  actors: Sql;
  /** The system role's address, for those that keep connections of their own. */
  systemUrl: string;
  /** The owner's address, for what makes tables. */
  ownerUrl: string;
  /** The chain over the audit entries of each company. */
  auditChain: AuditChain;
  /** Whether a statement can be answered now. */
  isReady(): Promise<boolean>;
  /** Connections of each pool now; waiting: calls that wait for one. */
  countConnections(): Array<{ pool: string; used: number; idle: number; waiting: number }>;
  /** Ends all connections, waiting two seconds for those in use, and the embedded server. */
  close(): Promise<void>;
};

type PoolSizes = { app: number; system: number; actors: number };

type OpenOptions = {
  /** The portal's secrets: the passwords of the login roles follow from the key, which also encrypts that of the audit chain. */
  secrets: AuditSecrets;
  log: DatabaseLog;
  /** What makes tables beside the migrations. */
  installations?: readonly Installation[];
  /** Gives the opening up; what was opened until then is closed. */
  signal?: AbortSignal;
};

export type ConnectOptions = {
  ownerUrl: string;
  secrets: AuditSecrets;
  logins: RoleLogins;
  log: DatabaseLog;
  installations?: readonly Installation[];
  /** Ends the waiting and the preparing; `ready` is rejected then. */
  signal?: AbortSignal | undefined;
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
  { secrets, log, installations, signal }: OpenOptions,
): Promise<Database> {
  const { ownerUrl, logins, close: closeServer } = await openServer(config, { secretsKey: secrets.key, log });
  const database = connectDatabase({ ownerUrl, secrets, logins, log, installations, signal });
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
  const { ownerUrl, stop } = await openEmbeddedServer({ dataDir: settings.dataDir, log });
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
  const { ownerUrl, secrets, logins, log, installations, signal, pools = defaultPools } = options;
  const { appPool, systemPool, actorPool } = openPools(logins, pools, log);
  const chain = createAuditChain(createSql(actorPool), secrets);
  const closing = new AbortController();
  let prepared = false;
  const ended = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
  const ready = prepareDatabase({ ownerUrl, logins, log, installations, signal: ended }).then(async () => {
    await chain.warmUp();
    prepared = true;
  });
  // A caller that awaits `ready` gets the error; without such a caller the rejection must not end the process.
  ready.catch(() => undefined);
  const allowUse = () => {
    if (!prepared) throw new DatabaseUnavailable('unreachable');
  };
  return {
    ready,
    systemPool,
    actors: createSql(actorPool),
    systemUrl: logins.systemUrl,
    ownerUrl,
    auditChain: chain,
    withCompany: async (companyId, work) => {
      allowUse();
      return runTransaction(appPool, toCompanyOptions(companyId, chain), work);
    },
    readCompany: async (companyId, read) => {
      allowUse();
      return runRead(appPool, { opening: `begin read only; ${bindingFor(companyId)}`, companyId }, read);
    },
    withSystem: async (reason, work) => {
      allowUse();
      if (!Object.hasOwn(systemReasons, reason))
        throw new Error(`"${String(reason)}" is no reason to leave the company.`);
      return runTransaction(systemPool, toSystemOptions(reason, chain), work);
    },
    isReady: async () => prepared && (await answers(appPool)),
    countConnections: () =>
      Object.entries({ app: appPool, system: systemPool, actors: actorPool }).map(([pool, counts]) => {
        const { totalCount, idleCount: idle, waitingCount: waiting } = counts;
        return { pool, used: totalCount - idle, idle, waiting };
      }),
    close: async () => {
      closing.abort();
      await ready.catch(() => undefined);
      const ends = [appPool, systemPool, actorPool].map((pool) => pool.end());
      await Promise.race([Promise.all(ends), sleep(closeLimitMs, undefined, { ref: false })]);
    },
  };
}

function openPools({ appUrl, systemUrl }: RoleLogins, sizes: PoolSizes, log: DatabaseLog) {
  return {
    appPool: openPool(appUrl, 'steward app', { max: sizes.app, log }),
    systemPool: openPool(systemUrl, 'steward system', { max: sizes.system, log }),
    actorPool: openPool(systemUrl, 'steward actors', { max: sizes.actors, log }),
  };
}

function toSystemOptions(reason: SystemReason, chain: AuditChain) {
  return { name: `system transaction ${reason}`, opening: 'begin', toTransaction: createSql, chain };
}

function toCompanyOptions(companyId: string, chain: AuditChain) {
  return {
    name: 'company transaction',
    opening: `begin; ${bindingFor(companyId)}`,
    toTransaction: (connection: Queryable, onAudit: OnAudit) => createCompanySql(connection, companyId, onAudit),
    chain,
  };
}

/** The statement SET, not set_config(): on a distributed PostgreSQL only the statement reaches the workers. */
function bindingFor(companyId: string) {
  if (!isUuid(companyId)) throw new Error('A company is bound by its id, a UUID.');
  return `set local app.company_id = '${companyId}'`;
}

/** Whether a statement is answered, and could write: a database that was moved can only be read. */
async function answers(pool: pg.Pool) {
  return pool.query<{ state: string }>(`select current_setting('transaction_read_only') as state`).then(
    ({ rows }) => rows[0]?.state === 'off',
    () => false,
  );
}
