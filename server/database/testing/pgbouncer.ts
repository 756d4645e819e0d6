import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { findFreePort } from '../../../harness/free-port.ts';
import { withLogin } from '../connection/connection.ts';
import { getLogin } from '../tenancy/roles.ts';
import type { TestDatabase } from './test-database.ts';

type Addresses = Pick<TestDatabase, 'ownerUrl' | 'logins'>;

export interface RunningPooler extends Addresses {
  stop(): Promise<void>;
}

/** Runs `deploy/pgbouncer/pgbouncer.ini` before a database of the tests; the addresses are those through it. */
export async function startPooler(mode: string, { ownerUrl, logins }: Addresses): Promise<RunningPooler> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const server = new URL(ownerUrl);
  const socket = server.searchParams.get('host');
  // The owner of the embedded server has no password: PostgreSQL trusts those who reach its socket.
  const owner = {
    name: decodeURIComponent(server.username),
    password: server.password || randomBytes(8).toString('hex'),
  };
  const users = [owner, getLogin(logins.appUrl), getLogin(logins.systemUrl)];
  const list = join(folder, 'userlist.txt');
  await writeFile(list, users.map(({ name, password }) => `"${name}" "${password}"\n`).join(''));
  const text = await readFile(join(import.meta.dirname, '../../../deploy/pgbouncer/pgbouncer.ini'), 'utf8');
  const changes = [
    ['host=postgres.example port=5432', `host=${socket ?? server.hostname} port=${server.port || 5432}`],
    [
      'listen_addr = 127.0.0.1\nlisten_port = 6432',
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    ],
    ['/etc/pgbouncer/userlist.txt', list],
    ['pool_mode = session', `pool_mode = ${mode}`],
  ] as const;
  const file = join(folder, 'pgbouncer.ini');
  const changed = changes.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`Not in the file: ${from}`);
    return before.replace(from, to);
  }, text);
  await writeFile(file, changed);
  // It refuses to run as root, and the socket is open to the account of the embedded server alone.
  const { uid, gid } = await stat(socket ?? folder);
  const child = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) });
  const ended = once(child, 'exit');
  const through = (name: string, password: string) => {
    const url = new URL(`postgresql://127.0.0.1:${port}`);
    url.pathname = server.pathname;
    return withLogin(url.href, name, password);
  };
  const [appLogin, systemLogin] = [getLogin(logins.appUrl), getLogin(logins.systemUrl)];
  const addresses = {
    ownerUrl: through(owner.name, owner.password),
    logins: {
      appUrl: through(appLogin.name, appLogin.password),
      systemUrl: through(systemLogin.name, systemLogin.password),
      managed: true,
    },
  };
  await vi.waitFor(() => answer(addresses.ownerUrl), 10_000);
  return {
    ...addresses,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, maxRetries: 10 });
    },
  };
}

async function answer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}
