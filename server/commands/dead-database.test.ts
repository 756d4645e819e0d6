import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compiled } from '../testing/portal-program.ts';

const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Every command that opens the database of DATABASE_URL first. */
const commands: Readonly<Record<string, readonly string[]>> = {
  'rollups:verify': [],
  'rollups:rebuild': [],
  'erasures:overwrite': [],
  'audit:verify': [],
  backup: ['--to', '/proc/steward/backup.tar.zst'],
  distribute: [],
  bootstrap: ['--email', 'op@steward.example', '--company', 'Steward'],
  'close-period': ['--month', '2026-10'],
  'secrets:rotate': [],
  maintenance: ['status'],
  db: [],
};
/** Commands that read a file first, need no database of that setting, or say in a line of their own that it does not answer. */
const others = [
  'archive',
  'certificate:verify',
  'demo:assistant',
  'doctor',
  'log',
  'move',
  'restore',
  'secrets:new-key',
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-dead-database-'));
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

function start(script: string, port: number) {
  const [, ...parts] = (scripts[script] ?? '').split(' ');
  const child = spawn(process.execPath, [...parts, ...(commands[script] ?? [])], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: join(folder, script.replace(':', '-')),
      DATABASE_URL: `postgresql://owner:secret@127.0.0.1:${port}/steward`,
      ...compiled,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  return { child, ended: async () => ({ ended: await closed, said }) };
}

test('every command of an operator is in one of the lists', () => {
  const all = Object.entries(scripts).flatMap(([name, line]) =>
    line.includes('server/commands/start.mjs') ? [name] : [],
  );
  expect([...Object.keys(commands), ...others].toSorted()).toEqual(all.toSorted());
});

// Each mostly waits for its own program.
test.concurrent.each(Object.keys(commands))(
  'npm run %s that waits for a database without an answer ends by SIGTERM, and says so in one line',
  async (script) => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { child, ended } = start(script, (silent.address() as AddressInfo).port);
    await Promise.race([once(silent, 'connection'), once(child, 'close')]);
    child.kill('SIGTERM');
    expect(await ended()).toEqual({
      ended: [null, 'SIGTERM'],
      said: 'Stopped by SIGTERM. Run it again: nothing of it is half done.\n',
    });
    silent.close();
  },
);

/** One of each kind of opening. */
const kinds = ['audit:verify', 'backup', 'distribute', 'db'];

test('a database that can not be reached is answered by one line after a short wait', async () => {
  const line = 'The database can not be reached: start it, or correct its address (DATABASE_URL).\n';
  const answers = await Promise.all(kinds.map((script) => start(script, 1).ended()));
  expect(answers).toEqual(kinds.map(() => ({ ended: [1, null], said: line })));
});
