import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Servers of PostgreSQL with Citus, with data that may be lost. */
export interface Cluster {
  readonly coordinatorUrl: string;
  /** Host and port of each. */
  readonly workers: readonly string[];
  stop(): void;
}

const settings = `
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
wal_level = logical
max_connections = 300
max_worker_processes = 100
max_prepared_transactions = 300
max_locks_per_transaction = 512
fsync = off
full_page_writes = off
shared_buffers = '64MB'
# Of a distributed database; they do not go along where it is cloned.
citus.allow_nested_distributed_execution = on
citus.shard_count = 4
`;

/** PostgreSQL does not run as root: then as its own account. */
function findAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/** A coordinator and two workers, on free ports of this machine. */
export async function startCluster(programs: string): Promise<Cluster> {
  const account = findAccount();
  const folder = mkdtempSync(join(tmpdir(), 'steward-distributed-'));
  if (account) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o711);
  // The servers connect to each other, and look for certificates in the home of their account.
  const env = { ...process.env, HOME: folder };
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(programs, program), args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'], ...account });
  const started: string[] = [];
  const stop = () => {
    for (const data of started) run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    rmSync(folder, { recursive: true, force: true });
  };
  const ports: number[] = [];
  try {
    for (const name of ['coordinator', 'worker-1', 'worker-2']) {
      const data = join(folder, name);
      const port = await findFreePort();
      mkdirSync(data);
      if (account) chownSync(data, account.uid, account.gid);
      run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
      appendFileSync(join(data, 'postgresql.conf'), `${settings}port = ${port}\n`);
      run('pg_ctl', ['-D', data, '-l', join(data, 'log'), '-w', 'start']);
      started.push(data);
      ports.push(port);
    }
  } catch (error) {
    stop();
    throw error;
  }
  const [coordinator, ...workers] = ports.map((port) => `127.0.0.1:${port}`);
  return { coordinatorUrl: `postgresql://postgres@${coordinator}/postgres`, workers, stop };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
