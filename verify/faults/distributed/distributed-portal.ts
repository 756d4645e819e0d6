import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { makeCompany } from '../../../bench/distributed/side.ts';
import type { SideCompany } from '../../../bench/distributed/company-calls.ts';
import { runProgram } from '../../../harness/run-program.ts';
import { isReady, serverAlone, startPortal } from '../../../harness/portal.ts';
import { connectDatabase } from '../../../server/database/open-database.ts';
import { deriveLogins } from '../../../server/database/tenancy/roles.ts';
import type { Cluster } from '../../../tools/distributed/cluster.ts';
import { createClusterDatabase } from '../../../tools/distributed/distributed-database.ts';
import { rootDir } from '../../../tools/setup/paths.mjs';

/** A portal on a distributed database with companies. */
export interface DistributedPortal {
  readonly url: string;
  readonly companies: readonly SideCompany[];
  /** Statements of the owner on the coordinator, each on a connection of its own. */
  ask<Row extends pg.QueryResultRow>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first lines of its log on calls that were answered 500. */
  readErrors(): string;
  /** `npm run rollups:verify`; answers its last line where a sum differs. */
  verifyRollups(): Promise<string | undefined>;
  stop(): Promise<void>;
}

export const databaseName = 'steward';
const key = 'key-of-the-secrets-of-the-faults-0123456789';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Distributes an empty database by `npm run distribute`, fills it with companies, and starts a portal on it. */
export async function openDistributedPortal(
  cluster: Cluster,
  { companies, dataDir }: { readonly companies: number; readonly dataDir: string },
): Promise<DistributedPortal> {
  const ownerUrl = await createClusterDatabase(cluster, databaseName);
  mkdirSync(join(dataDir, 'portal'));
  const settings = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: join(dataDir, 'portal'),
    DATABASE_URL: ownerUrl,
    AUTH_SECRET: 'auth-secret-of-the-faults-0123456789',
    SECRETS_KEY: key,
    RATE_LIMIT_PER_MINUTE: '1000000',
    INTAKE_MIB_PER_MINUTE: '100000',
  };
  const run = (program: string, ...args: string[]) =>
    runProgram(process.execPath, [`server/commands/${program}.ts`, ...args], rootDir, settings);
  const distribution = await run('database/distribute');
  if (distribution.exitCode !== 0) throw new Error(`npm run distribute failed: ${distribution.everything}`);
  const made = await makeCompanies(ownerUrl, companies);
  const portal = await startPortal({
    args: serverAlone,
    dataDir: settings.DATA_DIR,
    env: { ...settings, DEMO: '0', LOG_LEVEL: 'error' },
    isStarted: isReady,
    limitMs: 120_000,
  });
  return {
    url: portal.url,
    companies: made,
    ask: (statement, values) => askOwner(ownerUrl, statement, values),
    readErrors: () =>
      portal
        .readLog()
        .split('\n')
        .filter((line) => line.includes('"status":500'))
        .slice(0, 3)
        .join('\n'),
    verifyRollups: async () => {
      const { exitCode, output } = await run('money/rollups', 'verify');
      return exitCode === 0 ? undefined : (output.trim().split('\n').at(-1) ?? '');
    },
    stop: portal.stop,
  };
}

async function makeCompanies(ownerUrl: string, count: number): Promise<SideCompany[]> {
  const secrets = { key, olderKeys: [] };
  const database = connectDatabase({ ownerUrl, secrets, logins: deriveLogins(ownerUrl, key), log });
  await database.ready;
  const made: SideCompany[] = [];
  for (let place = 0; place < count; place += 1) made.push(await makeCompany(database));
  await database.close();
  return made;
}

async function askOwner<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
