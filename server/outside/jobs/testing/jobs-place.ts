import pg from 'pg';
import { getLogin } from '../../../database/tenancy/roles.ts';
import { openTestDatabase } from '../../../database/testing/test-database.ts';
import type { Mail } from '../../mail/mail.ts';
import { installJobs } from '../jobs.repository.ts';
import { createSql } from '../../../database/connection/run-statements.ts';
import type { Sql } from '../../../sql/sql.ts';
import type { JobLog, Jobs } from '../jobs.ts';
import { createPgBossJobs } from '../pg-boss-jobs.ts';

export const silent: JobLog = { warn: () => undefined, error: () => undefined };

export type JobsPlace = Awaited<ReturnType<typeof openJobsPlace>>;

/** A database with the job tables, both roles' connections, and what a test does there. */
export async function openJobsPlace() {
  const database = await openTestDatabase([installJobs]);
  const { ownerUrl, logins } = database;
  const owner = new pg.Pool({ connectionString: ownerUrl });
  const app = new pg.Pool({ connectionString: logins.appUrl, max: 3 });
  const system = new pg.Pool({ connectionString: logins.systemUrl, max: 1 });
  const roles = { app: getLogin(logins.appUrl).name, system: getLogin(logins.systemUrl).name };
  const running: Jobs[] = [];
  return {
    owner,
    app,
    systemUrl: logins.systemUrl,
    install: () => installJobs(owner, roles),
    inSystem: <T>(work: (sql: Sql) => Promise<T>) => runInTransaction(system, work),
    inTransaction: <T>(work: (tx: Sql) => Promise<T>) => runInTransaction(app, work),
    countJobs: async (queue = 'mail.send') => {
      const text = 'select count(*)::int as count from pgboss.job where name = $1';
      const { rows } = await owner.query<{ count: number }>(text, [queue]);
      return rows[0]?.count;
    },
    startJobs: async ({ pollSeconds = 0.5, log = silent, hasSchedules = false } = {}): Promise<Jobs> => {
      const jobs = createPgBossJobs({ url: logins.systemUrl, log, pollSeconds, hasSchedules });
      running.push(jobs);
      await jobs.start();
      return jobs;
    },
    stopJobs: async () => {
      await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
      await owner.query('delete from pgboss.job');
    },
    close: async () => {
      await Promise.all([owner.end(), app.end(), system.end()]);
      await database.close();
    },
  };
}

async function runInTransaction<T>(pool: pg.Pool, work: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(createSql(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

export function mailTo(address: string): Mail {
  return { to: { address }, subject: 'Hello', html: '<p>482913</p>', text: '482913' };
}
