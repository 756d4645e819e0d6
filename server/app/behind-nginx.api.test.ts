import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { Dashboard } from '#features/dashboard/contract/live.ts';
import { makeIntakeKey } from '../testing/sweeps/intake-senders.ts';
import { findFreePort } from '../../harness/free-port.ts';
import { useTestPortal } from '../testing/test-portal.ts';
import { watch } from '#domain/live/testing/watch-events.ts';

const portal = useTestPortal();
const isInstalled = spawnSync('nginx', ['-v']).error === undefined;
const range = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-30T23:59:59.999Z' };
const path = `/analytics/events?${new URLSearchParams(range)}`;
let stop: (() => Promise<void>) | undefined;
afterAll(async () => stop?.());

/** nginx with its defaults before the portal. */
async function startNginx(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-nginx-'));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const server = `server { listen 127.0.0.1:${port}; location / { proxy_pass ${portal().url}; } }`;
  const lines = [
    'daemon off;',
    `pid ${folder}/pid;`,
    `error_log ${folder}/error.log;`,
    'events {}',
    `http { access_log off; ${temporary.join(' ')} ${server} }`,
  ];
  await writeFile(join(folder, 'nginx.conf'), lines.join('\n'));
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log')], {
    stdio: 'ignore',
  });
  const ended = once(nginx, 'exit');
  stop = async () => {
    nginx.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, maxRetries: 10 });
  };
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${url}/api/health`)).status).toBe(200), { timeout: 10_000 });
  return url;
}

test('what comes in pieces asks proxies not to keep it', async () => {
  const { superAdmin } = await portal().makeCompany();
  const { response, close } = await watch<Dashboard>(portal(), path, superAdmin);
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  await close();
  const download = await portal().call('/audit/export', { as: superAdmin });
  expect([download.status, download.headers.get('x-accel-buffering')]).toEqual([200, 'no']);
});

test.runIf(isInstalled)('live updates come through nginx with its defaults as they happen', async () => {
  const url = await startNginx();
  const { id, superAdmin } = await portal().makeCompany();
  const { secret } = await makeIntakeKey(portal(), id, { name: 'Bot' });
  const { values, close } = await watch<Dashboard>({ ...portal(), url }, path, superAdmin);
  await vi.waitFor(() => expect(values.at(-1)?.stats.conversations).toBe(0), 10_000);
  const body = { conversations: [{ id: 'one', date: '2026-11-05T10:00:00Z', status: 'Completed' }] };
  const headers = { authorization: `Bearer ${secret}` };
  expect((await portal().call('/intake/conversations', { headers, body })).status).toBe(200);
  await vi.waitFor(() => expect(values.at(-1)?.stats.conversations).toBe(1), 10_000);
  await close();
});
