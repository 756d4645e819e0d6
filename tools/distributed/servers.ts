import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server of this machine, with data that may be lost. */
export interface DatabaseServer {
  /** Host and port. */
  readonly address: string;
  /** Connection string of the superuser. */
  readonly url: string;
  readonly folder: string;
  /** Resolves once it accepts connections. */
  start(): Promise<void>;
  /** SIGKILL to the server and all its processes. */
  kill(): void;
  /** User and system time of all its processes so far, also of ended ones (Linux, in ticks of 10 ms). */
  readProcessorMs(): number;
}

/** Servers in one temporary folder. */
export interface ServerFolder {
  /** Makes a server and starts it. `fill` fills its empty folder in another way than by initdb. */
  open(name: string, settings: string, fill?: (folder: string) => Promise<void>): Promise<DatabaseServer>;
  /** Runs one of PostgreSQL's programs as the servers' account. */
  run(program: string, args: readonly string[]): Promise<void>;
  /** Stops all servers and removes the folder. */
  close(): Promise<void>;
}

type Run = ServerFolder['run'];

/** PostgreSQL does not run as root: then as its own account. */
function findAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/** @param programs the folder of PostgreSQL's programs */
export function openServerFolder(programs: string): ServerFolder {
  const account = findAccount();
  const parent = mkdtempSync(join(tmpdir(), 'steward-distributed-'));
  const give = (path: string) => account && chownSync(path, account.uid, account.gid);
  give(parent);
  chmodSync(parent, 0o711);
  // The servers connect to each other, and look for certificates in the home of their account.
  const options = { cwd: parent, env: { ...process.env, HOME: parent }, ...account };
  const run: Run = (program, args) =>
    new Promise((resolve, reject) => {
      // A server keeps what it was started with open, so that its output would never end.
      const child = spawn(join(programs, program), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
      let errors = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      child.on('error', reject);
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} failed: ${errors}`))));
    });
  const started = new Set<string>();
  return {
    run,
    async open(name, settings, fill) {
      const folder = join(parent, name);
      mkdirSync(folder, { mode: 0o700 });
      give(folder);
      const port = await findFreePort();
      if (fill) await fill(folder);
      else await run('initdb', ['-D', folder, ...'-A trust -U postgres -E UTF8 --locale=C.UTF-8 --no-sync'.split(' ')]);
      appendFileSync(join(folder, 'postgresql.conf'), `${settings}\nport = ${port}\n`);
      const server = toServer({ folder, port, run, started });
      await server.start();
      return server;
    },
    async close() {
      for (const folder of started)
        await run('pg_ctl', ['-D', folder, '-m', 'immediate', 'stop']).catch(() => undefined);
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly run: Run;
  readonly started: Set<string>;
}

function toServer({ folder, port, run, started }: Place): DatabaseServer {
  return {
    address: `127.0.0.1:${port}`,
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    folder,
    start: async () => {
      await run('pg_ctl', ['-D', folder, '-l', join(folder, 'log'), '-w', '-t', '120', 'start']);
      started.add(folder);
    },
    kill: () => {
      started.delete(folder);
      const pid = readPid(folder);
      for (const each of [pid, ...listChildren(pid)]) killProcess(each);
    },
    readProcessorMs: () => {
      const pid = readPid(folder);
      const ofEnded = readTimes(pid).slice(2);
      return [pid, ...listChildren(pid)]
        .flatMap((each) => readTimes(each).slice(0, 2))
        .concat(ofEnded)
        .reduce((sum, ticks) => sum + ticks * 10, 0);
    },
  };
}

const readPid = (folder: string) => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);

function killProcess(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function readStat(pid: number | string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

const listChildren = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(readStat(name)[1]) === parent)
    .map(Number);

/** Ticks of the process by user and system, and the same of its ended children. */
const readTimes = (pid: number): number[] => [11, 12, 13, 14].map((place) => Number(readStat(pid)[place] ?? 0));

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
