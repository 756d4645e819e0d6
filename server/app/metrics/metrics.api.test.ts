import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBackupRecord } from '../../backup/whole/backups.repository.ts';
import { readVersion } from '../../config/version.ts';
import { sendRaw } from '../../testing/sweeps/raw-call.ts';
import { watch } from '#domain/live/testing/watch-events.ts';
import { startTestPortal, useTestPortal } from '../../testing/test-portal.ts';
import { withOwner } from '../../database/copy/owner-connection.ts';
import { declaredStatements } from '../../sql/statement.ts';
import { openMetrics } from './open-metrics.ts';

const portal = useTestPortal({ METRICS_PORT: '0' });

const scrape = async (path = '/metrics', init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${portal().metricsPort}${path}`, init);

test('counts calls, reported items, decisions, jobs and mails without a name of a person', async () => {
  const { superAdmin } = await portal().makeCompany({ name: 'Zorptech' });
  const made = await portal().call('/intake/keys', { as: superAdmin, body: { name: 'Bot' } });
  const headers = { authorization: `Bearer ${(made.body as { secret: string }).secret}` };
  const good = { id: 'c-1', date: portal().clock.now().toISOString(), user: { email: 'zoe@zorptech.example' } };
  const batch = { conversations: [good, { id: 'c-2', date: 'no date' }] };
  expect(await portal().call('/intake/conversations', { headers, body: batch })).toMatchObject({ status: 200 });
  const asked = { skill: 'Zorp skill', requestId: randomUUID() };
  expect(await portal().call('/authorize', { headers, body: asked })).toMatchObject({ status: 200 });
  expect(await portal().call('/nothing-here')).toMatchObject({ status: 404 });
  await portal().call('/session/forgot-password', { body: { email: superAdmin.email } });

  await expect
    .poll(async () => (await scrape()).text())
    .toMatch(/^steward_jobs_total\{queue="mail.send",outcome="done"\} 1$/m);
  const answer = await scrape();
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'steward_http_requests_total{operation="intakeCreateBatch",status="200"} 1',
      'steward_http_requests_total{operation="none",status="404"} 1',
      'steward_intake_items_total{channel="intake",result="accepted"} 1',
      'steward_intake_items_total{channel="intake",result="rejected"} 1',
      'steward_intake_durable_seconds_count{channel="intake"} 1',
      'steward_budget_decisions_total{decision="allow"} 1',
      'steward_mails_total{outcome="sent"} 1',
      'steward_database_up 1',
      'steward_database_connections{pool="app",state="waiting"} 0',
    ]),
  );
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(text.toLowerCase()).not.toMatch(/zorp|zoe|@|c-1/);
});

test('every connection that the database sees is one of a pool that is counted', async () => {
  const { superAdmin } = await portal().makeCompany();
  const range = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-30T23:59:59.999Z' };
  const { close } = await watch(portal(), `/analytics/events?${new URLSearchParams(range)}`, superAdmin);
  const read = async () => {
    const counted = portal().database.connections.list();
    const seen = await portal().database.systemPool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name like 'steward %'`,
    );
    return { counted: counted.reduce((sum, { used, idle }) => sum + used + idle, 0), seen: seen.rows[0]?.count };
  };
  await expect
    .poll(async () => {
      const { counted, seen } = await read();
      return counted - (seen ?? 0);
    })
    .toBe(0);
  const text = await (await scrape()).text();
  for (const pool of ['app', 'system', 'actors', 'identity', 'jobs', 'jobs-listener', 'changes'])
    expect(text).toContain(`steward_database_connections{pool="${pool}",state="used"} `);
  // A listener connects after the stream has begun.
  for (const listener of ['jobs-listener', 'changes'])
    await expect
      .poll(async () => (await scrape()).text())
      .toContain(`steward_database_connections{pool="${listener}",state="used"} 1`);
  await close();
});

test('says which version and commit run', async () => {
  const { version, commit } = readVersion();
  const labels = `version="${version}",commit="${commit ?? ''}",node="${process.versions.node}"`;
  expect(await (await scrape()).text()).toContain(`steward_build_info{${labels}} 1\n`);
});

test('the last backup is seen by its age, its size, its verification and its result; before the first nothing is', async () => {
  const read = async () => {
    const lines = (await (await scrape()).text())
      .split('\n')
      .filter((line) => /^steward_backup_(?!scheduled)/.test(line));
    return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
  };
  const { clock, database } = portal();
  const record = (values: { file: string | null; isVerified: boolean; error: string | null }) => {
    const startedAt = clock.now();
    const made = { id: randomUUID(), startedAt, finishedAt: startedAt, rowCount: 1, sealedBy: null, bytes: 1234 };
    return database.inSystem('backups.record', (tx) => createBackupRecord(tx, { ...made, ...values }));
  };
  expect(await read()).toEqual({});
  await record({ file: null, isVerified: false, error: 'no space left on device' });
  expect(await read()).toEqual({ steward_backup_last_result: 0 });
  clock.advance(60_000);
  const madeAt = clock.now().getTime() / 1000;
  await record({ file: '/srv/one.tar.zst', isVerified: true, error: null });
  clock.advance(90_000);
  const good = {
    steward_backup_last_success_timestamp_seconds: madeAt,
    steward_backup_age_seconds: 90,
    steward_backup_bytes: 1234,
    steward_backup_verified: 1,
  };
  expect(await read()).toEqual({ ...good, steward_backup_last_result: 1 });
  await record({ file: null, isVerified: false, error: 'no space left on device' });
  expect(await read()).toEqual({ ...good, steward_backup_last_result: 0 });
  // The one that a restore makes first is not to be verified.
  clock.advance(3600_000);
  await record({ file: '/srv/before-restore.tar.zst', isVerified: false, error: null });
  expect(await read()).toMatchObject({ steward_backup_verified: 1, steward_backup_last_result: 1 });
  clock.advance(2 * 86_400_000);
  await record({ file: '/srv/without.tar.zst', isVerified: false, error: null });
  expect(await read()).toMatchObject({ steward_backup_verified: 0, steward_backup_last_result: 1 });
  const settings: ReadonlyArray<readonly [string, string]> = [
    ['BACKUP_VERIFY', '0'],
    ['BACKUP_RECIPIENTS', 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'],
  ];
  for (const [name, value] of settings) {
    const other = await startTestPortal({ METRICS_PORT: '0', [name]: value }, { beside: portal() });
    const text = await (await fetch(`http://127.0.0.1:${other.portal.metricsPort}/metrics`)).text();
    await other.stop();
    expect(text).toMatch(/^steward_backup_age_seconds /m);
    expect(text).not.toMatch(/^steward_backup_verified /m);
  }
  clock.advance(1000);
  await record({ file: '/srv/two.tar.zst', isVerified: false, error: '1 sum differs' });
  expect(await read()).toMatchObject({
    steward_backup_verified: 0,
    steward_backup_age_seconds: 0,
    steward_backup_last_result: 0,
  });
});

test('a scrape that has given up leaves its statement running, and the next one waits for its end', async () => {
  const { database, clock, url } = portal();
  const settings = {
    metrics: { host: '127.0.0.1', port: 0 },
    http: { publicUrl: url },
    backup: { at: undefined, isVerified: true },
    version: readVersion(),
  } as unknown as Parameters<typeof openMetrics>[0];
  const { port, close } = await openMetrics(settings, database, clock, 100);
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await withOwner(database.ownerUrl, async (client) => {
    await client.query('begin; lock table upkeep_runs in access exclusive mode');
    for (let scraped = 0; scraped < 3; scraped += 1) expect(await read()).toMatch(/^steward_facts_read 0$/m);
    const listWaiting = async () => {
      const { rows } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows;
    };
    await expect.poll(listWaiting).toHaveLength(1);
    await client.query('commit');
  });
  await expect.poll(read).toMatch(/^steward_facts_read 1$/m);
  await close();
});

test('the age of what the search does not know is read of the first row of each company', async () => {
  const { text = '' } = declaredStatements.find((each) => each.text.includes('"indexSince"')) ?? {};
  await withOwner(portal().database.ownerUrl, async (client) => {
    await client.query('begin; set local enable_seqscan = off');
    const { rows } = await client.query<Record<string, string>>(`explain ${text.replaceAll('$1', 'now()')}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Only Scan using search_pending_pkey/);
    expect(plan).not.toMatch(/Seq Scan on search_pending/);
    await client.query('rollback');
  });
});

test('answers nothing else, and the portal itself shows no metrics', async () => {
  expect((await scrape('/')).status).toBe(404);
  expect((await scrape('/metrics', { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${portal().url}/api/metrics`)).status).toBe(404);
});

test('another name that leads to this machine reads nothing', async () => {
  const url = `http://127.0.0.1:${portal().metricsPort}`;
  const read = (host: string) => sendRaw(url, { method: 'GET', path: '/metrics', headers: { host } });
  expect(await read('rebind.evil.example')).toMatchObject({ status: 421, text: '' });
  expect(await read('localhost')).toMatchObject({ status: 200 });
});
