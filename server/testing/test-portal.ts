import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Role } from '#contract/capabilities.ts';
import { openAdapters, type Adapters } from '../app/adapters.ts';
import { buildApp } from '../app/build-app.ts';
import { openMetrics } from '../app/metrics/open-metrics.ts';
import type { Metrics } from '../outside/metrics/metrics.ts';
import { openTraces } from '../app/open-traces.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { buildCompany, buildUser, setAddress } from '../database/testing/builders.ts';
import { openTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import { listen } from '../http/node-server.ts';
import { hashPassword } from '../outside/identity/accounts/password-hashing.ts';
import { provisionAccounts } from '../outside/identity/accounts/provisioned-accounts.repository.ts';
import type { DiskSpace } from '../outside/pressure/disk-space.ts';
import { installJobs } from '../outside/jobs/jobs.repository.ts';
import type { Secrets } from '../config/secrets.ts';
import { callApi, type ApiAnswer, type ApiCall } from './api-client.ts';
import { openSession } from './open-session.ts';
import { runSql } from './sql/run-sql.ts';

/** The password of all accounts in tests. */
export const testPassword = 'Steward-2026!';
const testPasswordHash = hashPassword(testPassword);

/** A clock that stands at the start of the tests of a file and moves by hand alone. */
export interface MovableClock {
  now(): Date;
  advance(milliseconds: number): void;
}

export interface TestUser {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly companyId: string;
  /** A valid identity token from a sign-in. */
  readonly token: string;
  /** The session cookies of that sign-in. */
  readonly cookie: string;
}

interface Measures {
  loopDelayMs: number;
  freeBytes: number;
  /** Whether the reserve of the disk is kept. */
  isReserved: boolean;
  /** Whether `/api/ready` says that the portal stops. */
  isStopping: boolean;
}

/** A complete portal for one test file: HTTP, own database, caught mail, no demo. */
export interface TestPortal {
  readonly url: string;
  /** Contains its files and caught mail. */
  readonly dataDir: string;
  readonly secrets: Secrets;
  readonly database: TestDatabase;
  readonly adapters: Adapters;
  readonly clock: MovableClock;
  /** Values that the watches of pressure read at their next sample; changed by hand. */
  readonly measures: Measures;
  /** Undefined without METRICS_PORT among the settings. */
  readonly metrics: Metrics;
  readonly metricsPort: number | undefined;
  /** Calls the API, with the identity token of `as`. */
  call(path: string, call?: ApiCall & { as?: TestUser }): Promise<ApiAnswer>;
  /** A company with a SuperAdmin who is signed in. */
  /** With an address where invoices are issued to it. */
  makeCompany(values?: {
    name?: string;
    isProvider?: boolean;
    hasAddress?: boolean;
  }): Promise<{ id: string; superAdmin: TestUser }>;
  /** Another signed-in user of a company. */
  makeUser(
    companyId: string,
    values?: { roles?: Role[]; email?: string; firstName?: string; lastName?: string },
  ): Promise<TestUser>;
  /** The session cookies of a new sign-in. */
  signIn(email: string): Promise<string>;
  /** A new identity token for these session cookies. */
  fetchToken(cookie: string): Promise<string>;
}

/** Starts a portal before the first test of a file and removes it after the last. */
export function useTestPortal(
  settings: Record<string, string> = {},
  options: Parameters<typeof startTestPortal>[1] = {},
): () => TestPortal {
  let portal: TestPortal | undefined;
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ portal, stop } = await startTestPortal(settings, options));
  });
  afterAll(async () => stop?.());
  return () => {
    if (!portal) throw new Error('The test portal is not started yet.');
    return portal;
  };
}

/**
 * For files that start something else before; others use `useTestPortal`. A portal `beside` another one shares its
 * database, files, keys and clock, and nothing in memory.
 */
export async function startTestPortal(
  settings: Record<string, string>,
  {
    findTexts,
    beside,
    present,
    appConnections,
    writeLog = (line) => void process.stdout.write(line),
  }: {
    findTexts?: (name: string) => Promise<readonly string[] | undefined>;
    beside?: TestPortal;
    /** Addresses of a database that is there, which the portal leaves. */
    present?: Pick<TestDatabase, 'ownerUrl' | 'logins'>;
    appConnections?: number;
    writeLog?: (line: string) => void;
  } = {},
) {
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'steward-api-')));
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PORT: '0',
    // The port is not known yet, so that the outbox could not compare it with that of a request.
    OUTBOX: '1',
    RATE_LIMIT_PER_MINUTE: '1000000',
    // The clock begins at the present day, which may be one of the days of grace.
    PERIOD_CLOSE_GRACE_DAYS: '0',
    ...settings,
  });
  const log = createLog(config.log, { write: writeLog });
  const clock = beside?.clock ?? createMovableClock();
  const secrets = beside?.secrets ?? { auth: randomUUID().repeat(2), key: randomUUID().repeat(2), olderKeys: [] };
  const database = await openTestDatabase([installJobs], secrets, beside?.database ?? present, appConnections);
  const { metrics, port: metricsPort, close: closeMetrics } = await openMetrics(config, database, clock);
  const traces = await openTraces(config, log);
  const measures = { loopDelayMs: 0, freeBytes: Infinity, isReserved: false, isStopping: false };
  const openMeasure = () => ({ takeMs: () => measures.loopDelayMs, close: () => undefined });
  const adapters = await openAdapters({
    config,
    database,
    secrets,
    clock,
    log,
    metrics,
    traces,
    openMeasure,
    diskSpace: toDiskSpace(measures, config.diskReserveBytes),
    ...(findTexts && { findTexts }),
  });
  await adapters.maintenance.refresh();
  await adapters.start();
  const undeclared = new Set<string>();
  const app = buildApp({
    ...adapters,
    config,
    database,
    webFiles: undefined,
    clock,
    log,
    listUnprepared: () => (measures.isStopping ? ['stopping'] : []),
    onUndeclaredProblem: ({ operationId, code }) => undeclared.add(`${operationId} ${code}`),
  });
  const { leaveMs } = config.http;
  const server = await listen(app, { host: '127.0.0.1', port: 0, leaveMs, ...(leaveMs === 0 && { drainMs: 0 }) });
  const portal = createTestPortal({
    url: `http://127.0.0.1:${server.port}`,
    dataDir,
    secrets,
    database,
    adapters,
    clock,
    measures,
    metrics,
    metricsPort,
  });
  const stop = async () => {
    measures.isStopping = true;
    await adapters.changes.close();
    await server.close();
    await adapters.stop();
    await closeMetrics();
    await traces.close();
    await database.close();
    if (!beside) await rm(dataDir, { recursive: true, maxRetries: 10 });
    if (undeclared.size > 0) throw new Error(`Undeclared problem codes: ${[...undeclared].join(', ')}`);
  };
  return { portal, stop };
}

function toDiskSpace(measures: Measures, reserveBytes: number): DiskSpace {
  const setReserved = (isReserved: boolean) => async () => {
    measures.isReserved = isReserved;
  };
  return {
    reserveBytes,
    readFree: async () => measures.freeBytes,
    readOwed: async () => (measures.isReserved ? 0 : reserveBytes),
    keepReserve: setReserved(true),
    releaseReserve: setReserved(false),
  };
}

function createMovableClock(): MovableClock {
  let nowMs = Date.now();
  return {
    now: () => new Date(nowMs),
    advance: (milliseconds) => {
      nowMs += milliseconds;
    },
  };
}

type Parts = Pick<
  TestPortal,
  'url' | 'dataDir' | 'secrets' | 'database' | 'adapters' | 'clock' | 'measures' | 'metrics' | 'metricsPort'
>;

function createTestPortal(parts: Parts): TestPortal {
  const { url, database } = parts;
  const signIn = async (email: string) => {
    const { headers } = await callApi(url, '/session/sign-in', { body: { email, password: testPassword } });
    return headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  };
  const fetchToken = async (cookie: string) => {
    const { status, body } = await callApi(url, '/session/token', { method: 'POST', headers: { cookie } });
    if (status !== 200) throw new Error(`/session/token answers ${status}: ${JSON.stringify(body)}`);
    return (body as { token: string }).token;
  };
  const makeUser: TestPortal['makeUser'] = async (companyId, values = {}) => {
    const email = values.email ?? `${randomUUID()}@test.example`;
    const accountId = await makeAccount(database, email);
    const user = await buildUser(database, companyId, { ...values, email, accountId });
    const cookie = await database.inSystem('demo.seed', async (tx) => {
      await runSql(tx, 'update users set came_in_at = now() where company_id = $1 and id = $2', [companyId, user.id]);
      return openSession(tx, accountId, parts.secrets.auth);
    });
    return { id: user.id, accountId, email, companyId, cookie, token: await fetchToken(cookie) };
  };
  return {
    ...parts,
    signIn,
    fetchToken,
    makeUser,
    async makeCompany(values) {
      const { id } = await buildCompany(database, values);
      if (values?.hasAddress === true) await setAddress(database, id);
      return { id, superAdmin: await makeUser(id, { roles: ['SuperAdmin'] }) };
    },
    call: (path, { as, ...call } = {}) => {
      const authorization = as && { authorization: `Bearer ${as.token}` };
      return callApi(url, path, { ...call, headers: { ...authorization, ...call.headers } });
    },
  };
}

async function makeAccount(database: TestDatabase, email: string): Promise<string> {
  const ids = await database.inSystem('demo.seed', async (tx) =>
    provisionAccounts(tx, [{ email, name: 'Test' }], await testPasswordHash, new Date()),
  );
  return ids.get(email) ?? '';
}
