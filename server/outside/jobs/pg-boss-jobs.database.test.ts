import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isConnectionLoss } from '../../database/connection/errors.ts';
import { jobQueueStates } from './job-states.repository.ts';
import { createPgBossJobs } from './pg-boss-jobs.ts';
import { mailTo, openJobsPlace, silent, type JobsPlace } from './testing/jobs-place.ts';
import { openLine } from './testing/open-line.ts';

let place: JobsPlace;

beforeAll(async () => {
  place = await openJobsPlace();
});
afterEach(() => place.stopJobs());
afterAll(() => place.close());

/** Waits for what happens in another process or connection, looking often. */
const eventually = (check: () => unknown) => vi.waitFor(check, { interval: 20 });

describe('a job', () => {
  test('exists exactly when the transaction of its caller was committed', async () => {
    const jobs = await place.startJobs();
    const handled: string[] = [];
    await jobs.work('mail.send', async (job) => void handled.push(job.payload.to.address));
    const rollback = place.inTransaction(async (tx) => {
      await jobs.enqueue(tx, 'mail.send', mailTo('rolled-back@acme.example'));
      throw new Error('changed my mind');
    });
    await expect(rollback).rejects.toThrow('changed my mind');
    await place.inTransaction((tx) => jobs.enqueue(tx, 'mail.send', mailTo('kept@acme.example')));
    await eventually(() => expect(handled).toEqual(['kept@acme.example']));
    await eventually(async () => expect(await place.countJobs()).toBe(0));
  });

  test('is taken up at its commit, when nothing is polled for', async () => {
    const jobs = await place.startJobs({ pollSeconds: 60 });
    const handled: string[] = [];
    await jobs.work('mail.send', async (job) => void handled.push(job.id));
    await eventually(async () => {
      const { rowCount } = await place.owner.query(`SELECT FROM pg_stat_activity WHERE query ILIKE 'LISTEN%'`);
      expect(rowCount).toBeGreaterThan(0);
    });
    const id = await place.inTransaction((tx) => jobs.enqueue(tx, 'mail.send', mailTo('a@acme.example')));
    await eventually(() => expect(handled).toEqual([id]));
  });

  test('with a code of an account is sent before the mails of a company that wait', async () => {
    const jobs = await place.startJobs({ pollSeconds: 60 });
    await place.inTransaction(async (tx) => {
      for (let n = 0; n < 40; n += 1)
        await jobs.enqueue(tx, 'mail.send', { ...mailTo(`u${n}@acme.example`), companyId: 'one' });
    });
    await place.inTransaction((tx) => jobs.enqueue(tx, 'mail.send', mailTo('code@acme.example')));
    const begun: string[] = [];
    await jobs.work('mail.send', async ({ payload }) => void begun.push(payload.to.address));
    await eventually(() => expect(begun).toHaveLength(41));
    expect(begun.slice(0, 20)).toContain('code@acme.example');
  });

  test('waits for no long one of another company', async () => {
    const jobs = await place.startJobs({ pollSeconds: 60 });
    const handled: string[] = [];
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    await jobs.work('rows.write', async ({ payload: { companyId, fileId } }) => {
      handled.push(fileId);
      if (companyId === 'one') await ended;
    });
    const write = (companyId: string, fileId: string) =>
      place.inTransaction((tx) => jobs.enqueue(tx, 'rows.write', { companyId, fileId }));
    for (const fileId of ['a', 'b', 'c']) {
      await write('one', fileId);
      await eventually(() => expect(handled).toContain(fileId));
    }
    await write('other', 'd');
    await eventually(() => expect(handled).toEqual(['a', 'b', 'c', 'd']));
    end();
    await eventually(async () => expect(await place.countJobs('rows.write')).toBe(0));
  });

  test('is handled among hundreds of one transaction without waiting for the next look', async () => {
    const jobs = await place.startJobs({ pollSeconds: 60 });
    const handled = new Set<string>();
    await jobs.work('mail.send', async ({ id }) => void handled.add(id));
    const ids = await place.inTransaction(async (tx) => {
      const made: string[] = [];
      for (let n = 0; n < 205; n += 1) made.push(await jobs.enqueue(tx, 'mail.send', mailTo(`u${n}@acme.example`)));
      return made;
    });
    await eventually(() => expect(handled.size).toBe(205));
    expect(handled).toEqual(new Set(ids));
    await eventually(async () => expect(await place.countJobs()).toBe(0));
  });

  test('waits while jobs are paused, is done afterwards, and a queue that is added meanwhile rests too', async () => {
    const jobs = await place.startJobs();
    const done: string[] = [];
    await jobs.work('mail.send', async ({ id }) => void done.push(id));
    await jobs.setPaused(true);
    const other = await place.startJobs();
    await other.setPaused(true);
    await other.work('mail.send', async ({ id }) => void done.push(id));
    const id = await place.inTransaction((tx) => jobs.enqueue(tx, 'mail.send', mailTo('a@acme.example')));
    const awake = await place.startJobs();
    const checked: string[] = [];
    await awake.work('vat.check', async ({ payload }) => void checked.push(payload.checkId));
    await place.inTransaction((tx) => jobs.enqueue(tx, 'vat.check', { companyId: id, checkId: 'later' }));
    await eventually(() => expect(checked).toEqual(['later']));
    expect(done).toEqual([]);
    expect(await place.countJobs()).toBe(1);
    await jobs.setPaused(false);
    await eventually(() => expect(done).toEqual([id]));
    await place.install();
  });

  test('that fails is tried again under the same id, and its error is not kept', async () => {
    await place.owner.query(`UPDATE pgboss.queue SET retry_delay = 0, retry_backoff = false`);
    const jobs = await place.startJobs();
    const attempts: [string, number][] = [];
    await jobs.work('mail.send', async ({ id, attempt }) => {
      attempts.push([id, attempt]);
      if (attempt < 3) throw new Error('the mail server did not take the mail');
    });
    const id = await place.inTransaction((tx) => jobs.enqueue(tx, 'mail.send', mailTo('a@acme.example')));
    await eventually(() => expect(attempts).toEqual([1, 2, 3].map((attempt) => [id, attempt])));
    await eventually(async () => expect(await place.countJobs()).toBe(0));
    await place.install();
  });

  test('that keeps failing is given up, logged without its content, and kept to be repeated', async () => {
    await place.owner.query(`UPDATE pgboss.queue SET retry_limit = 1, retry_delay = 0, retry_backoff = false`);
    const lines: object[] = [];
    const log = {
      ...silent,
      warn: (...line: unknown[]) => void lines.push(line),
      error: (...line: unknown[]) => void lines.push(line),
    };
    const jobs = await place.startJobs({ log });
    let isReachable = false;
    await jobs.work('mail.send', async () => {
      if (!isReachable) throw new Error('no connection');
    });
    const id = await place.inTransaction((tx) => jobs.enqueue(tx, 'mail.send', mailTo('a@acme.example')));
    await eventually(() => expect(lines).toHaveLength(2));
    expect(lines).toEqual([
      [
        { jobId: id, queue: 'mail.send', attempt: 1, err: new Error('no connection') },
        'job failed, will be tried again',
      ],
      [{ jobId: id, queue: 'mail.send', attempt: 2, reason: 'no connection' }, 'job given up'],
    ]);
    const listFailed = () =>
      place.inSystem(async (sql) => (await jobQueueStates.list(sql)).filter(({ state }) => state === 'failed'));
    await eventually(async () => expect(await listFailed()).toMatchObject([{ queue: 'mail.send', count: 1 }]));
    const { rows } = await place.owner.query('select output from pgboss.job');
    expect(rows).toEqual([{ output: { failed: true } }]);

    isReachable = true;
    expect(await place.inSystem((sql) => jobQueueStates.retry(sql, 'mail.send', new Date()))).toBe(1);
    await eventually(async () => expect(await place.countJobs()).toBe(0));
    await place.install();
  });
});

test('jobs start again after the database went away while they started', async () => {
  const line = await openLine(place.systemUrl);
  const jobs = createPgBossJobs({ url: line.url, log: silent, pollSeconds: 0.5 });
  try {
    line.cut();
    await expect(jobs.start()).rejects.toSatisfy(isConnectionLoss);
    line.mend();
    await jobs.start();
    const handled: string[] = [];
    await jobs.work('mail.send', async ({ id }) => void handled.push(id));
    const id = await place.inTransaction((tx) => jobs.enqueue(tx, 'mail.send', mailTo('a@acme.example')));
    await eventually(() => expect(handled).toEqual([id]));
  } finally {
    await jobs.stop();
    await line.close();
  }
});

describe('a recurring job', () => {
  test('runs at start in one of several processes, and again at the next start', async () => {
    const lines: object[] = [];
    const log = { warn: (line: object) => void lines.push(line), error: (line: object) => void lines.push(line) };
    const ended = Promise.withResolvers<void>();
    let runs = 0;
    const handler = async () => {
      runs += 1;
      await ended.promise;
    };
    const processes = await Promise.all([1, 2].map(() => place.startJobs({ log, hasSchedules: true })));
    for (const jobs of processes) await jobs.schedule('housekeeping', '0 * * * *', handler);
    await eventually(() => expect(runs).toBe(1));
    expect(await place.countJobs('housekeeping')).toBe(1);
    ended.resolve();
    await eventually(async () => expect(await place.countJobs('housekeeping')).toBe(0));
    const next = await place.startJobs({ log, hasSchedules: true });
    await next.schedule('housekeeping', '0 * * * *', handler);
    await eventually(() => expect(runs).toBe(2));
    await eventually(async () => expect(await place.countJobs('housekeeping')).toBe(0));
    expect(lines).toEqual([]);
  });

  test('is stored with its times', async () => {
    const jobs = await place.startJobs();
    await jobs.schedule('notifications', '* * * * *', async () => undefined);
    const { rows } = await place.owner.query(`select cron, timezone from pgboss.schedule where name = 'notifications'`);
    expect(rows).toEqual([{ cron: '* * * * *', timezone: 'UTC' }]);
  });
});

describe('kill -9', () => {
  async function startWorker(...behaviour: string[]) {
    const script = new URL('testing/killable-worker.ts', import.meta.url).pathname;
    const worker = spawn(process.execPath, [script, place.systemUrl, ...behaviour], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    worker.stdout.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
    await eventually(() => expect(lines).toContain('ready'));
    return { worker, lines };
  }

  /** Puts the killed process's last heartbeat, and the last look for such jobs, a minute back. */
  async function letHeartbeatsPass() {
    await place.owner.query(`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute', retry_delay = 0`);
    await place.owner.query(`UPDATE pgboss.queue SET monitor_claim_on = NULL, monitor_on = NULL`);
  }

  test('in the middle of a job loses nothing, and the job is done twice at most', async () => {
    const { worker, lines } = await startWorker('hang');
    const producer = await place.startJobs();
    const id = await place.inTransaction((tx) => producer.enqueue(tx, 'mail.send', mailTo('a@acme.example')));
    await eventually(() => expect(lines).toContain(`handling ${id}`));
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await letHeartbeatsPass();
    const jobs = await place.startJobs();
    const handled: string[] = [];
    await jobs.work('mail.send', async (job) => void handled.push(job.id));
    await eventually(() => expect(handled).toEqual([id]));
    await eventually(async () => expect(await place.countJobs()).toBe(0));
  });

  test('between commit and handling loses nothing', async () => {
    const { worker } = await startWorker('idle');
    const jobs = await place.startJobs();
    const id = await place.inTransaction((tx) => jobs.enqueue(tx, 'mail.send', mailTo('a@acme.example')));
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    const handled: string[] = [];
    await jobs.work('mail.send', async (job) => void handled.push(job.id));
    await eventually(() => expect(handled).toEqual([id]));
  });
});
