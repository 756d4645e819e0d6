import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { withLogin } from '../../../database/connection.ts';
import { openEmbeddedServer } from '../../../database/embedded/embedded-server.ts';
import type { Mail } from '../../mail/mail.ts';
import { installJobs } from '../jobs.repository.ts';
import type { Executor, Jobs } from '../jobs.ts';
import { createPgBossJobs } from '../pg-boss-jobs.ts';

const roles = { app: 'jobs_test_app', system: 'jobs_test_system' };

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export type JobsPlace = Awaited<ReturnType<typeof openJobsPlace>>;

/** A database with nothing but the job tables and the two roles, and what a test does there. */
export async function openJobsPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'mail-jobs-'));
  const server = await openEmbeddedServer({ dataDir: folder, log: silent, durability: 'throw-away' });
  const owner = new pg.Pool({ connectionString: server.ownerUrl });
  for (const role of Object.values(roles)) await owner.query(`CREATE ROLE ${role} LOGIN`);
  await installJobs(owner, roles);
  const app = new pg.Pool({ connectionString: withLogin(server.ownerUrl, roles.app, 'x'), max: 3 });
  const systemUrl = withLogin(server.ownerUrl, roles.system, 'x');
  const running: Jobs[] = [];
  return {
    owner,
    app,
    systemUrl,
    install: () => installJobs(owner, roles),
    inTransaction: <T>(work: (tx: Executor) => Promise<T>) => runInTransaction(app, work),
    countJobs: async () => {
      const { rows } = await owner.query<{ count: number }>('SELECT count(*)::int AS count FROM pgboss.job');
      return rows[0]?.count;
    },
    startJobs: async ({ pollSeconds = 0.5, log = silent } = {}): Promise<Jobs> => {
      const jobs = createPgBossJobs({ url: systemUrl, log, pollSeconds });
      running.push(jobs);
      await jobs.start();
      return jobs;
    },
    stopJobs: async () => {
      await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
      await owner.query('DELETE FROM pgboss.job');
    },
    close: async () => {
      await Promise.all([owner.end(), app.end()]);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function runInTransaction<T>(pool: pg.Pool, work: (tx: Executor) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

export function mailTo(address: string): Mail {
  return { to: { address }, subject: 'Hello', html: '<p>482913</p>', text: '482913' };
}
