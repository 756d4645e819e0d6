import { once } from 'node:events';
import { lstat, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from './database/testing/test-database.ts';
import { isDistributedRun, makeDataDir } from './database/testing/test-server.ts';
import { startBalancer } from './testing/balancer.ts';
import { findFreePort } from '../harness/free-port.ts';
import { occupyPort, startProgram, type PortalProgram } from './testing/portal-program.ts';

/** Nothing listens there. */
const unreachable = 'postgresql://nobody:nothing@127.0.0.1:1/nothing';
const stopLimitMs = 60_000;
/** For a step on a busy machine, where a start alone has taken half a minute; and for a test, which starts programs. */
const patience = { timeout: 100_000 };
const limitMs = isDistributedRun ? 1_800_000 : 240_000;

let dataDir: string;
let program: PortalProgram | undefined;

beforeEach(async () => {
  dataDir = await makeDataDir();
});

afterEach(async () => {
  program?.child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, maxRetries: 10 });
});

/** A program that answers although its database is away. */
async function startWithoutDatabase(settings: Record<string, string> = {}) {
  const port = await findFreePort();
  program = startProgram({ DATA_DIR: dataDir, DATABASE_URL: unreachable, PORT: String(port), ...settings });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${url}/api/health`)).status).toBe(200), patience);
  return { ...program, port };
}

async function isDatabaseRunning() {
  const files = await readdir(dataDir, { recursive: true });
  return files.some((name) => name.endsWith('postmaster.pid'));
}

/** The portal waits three seconds for a database that it stops; on a busy machine that one ends after it. */
const untilDatabaseStopped = () => vi.waitFor(async () => expect(await isDatabaseRunning()).toBe(false), patience);

test(
  'a portal whose database is away stops on a signal',
  async () => {
    const { child, ended } = await startWithoutDatabase();
    const startedMs = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(stopLimitMs);
  },
  limitMs,
);

test(
  'a second signal ends a portal at once that still waits for a request to finish',
  async () => {
    // Longer than any pause of a busy machine: without it the portal ends by itself six seconds after the first signal.
    const { child, ended, port } = await startWithoutDatabase({ DRAIN_SECONDS: '60' });
    const slow = connect(port, '127.0.0.1');
    slow.on('error', () => undefined);
    await once(slow, 'connect');
    const head = ['POST /api/session/sign-in HTTP/1.1', 'Host: portal', 'Content-Type: application/json'];
    slow.write(`${head.join('\r\n')}\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n`);
    // The portal has begun with the request, and waits for its body.
    await once(slow, 'data');
    child.kill('SIGTERM');
    const isStopping = async () => {
      const { headers } = await fetch(`http://127.0.0.1:${port}/api/health`);
      expect(headers.get('connection')).toBe('close');
    };
    await vi.waitFor(isStopping, patience);
    expect(child.exitCode).toBeNull();
    // One that comes within a second is taken for the same.
    const again = () => {
      child.kill('SIGTERM');
      expect(child.exitCode).toBe(143);
    };
    await vi.waitFor(again, patience);
    expect(await ended).toBe(143);
  },
  limitMs,
);

test(
  'an occupied port is reported in one line, and the database that was started for it is stopped',
  async () => {
    const { port, server } = await occupyPort();
    program = startProgram({ DATA_DIR: dataDir, PORT: String(port) });
    expect(await program.ended).toBe(1);
    server.close();
    const line = `PORT ${port} is already in use: stop what listens there, or set another PORT.\n`;
    expect(program.errors()).toBe(line);
    await untilDatabaseStopped();
  },
  limitMs,
);

test(
  'a first start makes the database inside its data folder, and leaves none running where it is interrupted',
  async () => {
    const newFolder = join(dataDir, 'new', 'data');
    program = startProgram({ DATA_DIR: newFolder, PORT: String(await findFreePort()) });
    const { child, ended, errors } = program;
    await vi.waitFor(async () => expect(await isDatabaseRunning()).toBe(true), { ...patience, interval: 5 });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(errors()).toBe('');
    await untilDatabaseStopped();
    expect((await lstat(join(newFolder, 'postgres'))).isDirectory()).toBe(true);
    for (const folder of ['secrets', 'postgres']) {
      expect((await lstat(join(newFolder, folder))).mode & 0o077).toBe(0);
    }
  },
  limitMs,
);

/** Answers of each of many callers at a time, until `isOver`. */
async function callUntil(url: string, isOver: () => boolean): Promise<number[]> {
  const callers = Array.from({ length: 8 }, async () => {
    const statuses: number[] = [];
    while (!isOver()) statuses.push((await fetch(`${url}/api/session`).catch(() => ({ status: 0 }))).status);
    return statuses;
  });
  return (await Promise.all(callers)).flat();
}

test(
  'of two portals that start together one stops under load without a failed request',
  async () => {
    const { ownerUrl, logins, drop } = await createTestDatabase();
    const ports = [await findFreePort(), await findFreePort()];
    const settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: ownerUrl,
      DATABASE_APP_URL: logins.appUrl,
      DATABASE_SYSTEM_URL: logins.systemUrl,
      AUTH_SECRET: 'auth-secret-of-a-test-0123456789ab',
      SECRETS_KEY: 'secrets-key-of-a-test-0123456789ab',
      // Longer than the balancer takes to see it on a busy machine.
      DRAIN_SECONDS: '6',
    };
    const programs = ports.map((port) => startProgram({ ...settings, PORT: String(port) }));
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    try {
      for (const url of urls)
        await vi.waitFor(async () => expect((await fetch(`${url}/api/ready`)).status).toBe(200), patience);
      const balancer = await startBalancer(urls);
      let hasStopped = false;
      const answers = callUntil(balancer.url, () => hasStopped);
      await vi.waitFor(() => expect(balancer.statuses().get(200)).toBeGreaterThan(50), patience);
      programs[0]?.child.kill('SIGTERM');
      expect(await programs[0]?.ended).toBe(0);
      hasStopped = true;
      expect(new Set(await answers)).toEqual(new Set([200]));
      expect((await fetch(`${balancer.url}/api/session`)).status).toBe(200);
      await balancer.close();
    } finally {
      for (const { child } of programs) child.kill('SIGKILL');
      await Promise.all(programs.map(({ ended }) => ended));
      await drop();
    }
  },
  limitMs,
);
