import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFreePort } from '../../harness/free-port.ts';
import { compiled, startProgram, type PortalProgram } from '../testing/portal-program.ts';

const isRoot = process.getuid?.() === 0;
const scripts = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };

let parent: string;
let dataDir: string;
let program: PortalProgram;
let port: number;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'steward-commands-'));
  await chmod(parent, 0o755);
  dataDir = join(parent, 'data');
  port = await findFreePort();
  program = startProgram({ DATA_DIR: dataDir, PORT: String(port) });
  const isReady = async () => expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200);
  await vi.waitFor(isReady, { timeout: 100_000, interval: 100 });
});
afterAll(async () => {
  program.child.kill('SIGTERM');
  await program.ended;
  await rm(parent, { recursive: true, maxRetries: 10 });
});

/** Runs the program of an npm script with these arguments. */
async function run(
  script: string,
  args: readonly string[],
  options: { env?: Record<string, string>; uid?: number; isClosed?: boolean } = {},
) {
  const [, ...parts] = (scripts.scripts[script] ?? '').split(' ');
  const { uid, env, isClosed = false } = options;
  const child = spawn(process.execPath, [...parts, ...args], {
    env: { ...compiled, DATA_DIR: dataDir, ...env },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  // For the shell alone; a command that does not read it may have ended.
  child.stdin.on('error', () => undefined);
  child.stdin.end('select count(*)::int as count from companies;\n');
  if (isClosed) child.stdout.destroy();
  let [out, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, errors };
}

const company = ['--email', 'op@steward.example', '--company', 'Steward'];

/** In this order: the first makes the company that others find. */
const commands: ReadonlyArray<readonly [script: string, args: readonly string[], code: number, line: RegExp]> = [
  ['bootstrap', [...company, '--provider'], 0, /^Steward is created; op@steward.example is its SuperAdmin\./],
  ['bootstrap', [...company, '--provider'], 1, /^There is a provider already: say --another for a second one\.\n$/],
  [
    'bootstrap',
    ['--email', 'a@b.example', '--company', ' steward'],
    1,
    /^There is a company named "steward" already: say --another/,
  ],
  ['audit:verify', [], 0, /\n/],
  ['archive', [], 1, /^ARCHIVE_FOLDER is not set\.\n$/],
  ['rollups:verify', [], 0, /Every sum is what the rows say/],
  ['rollups:rebuild', [], 0, /months are made anew/],
  ['close-period', [], 0, /invoices made/],
  ['erasures:overwrite', [], 0, /tables are written anew/],
  ['secrets:new-key', [], 0, /^There is a new key/],
  ['secrets:rotate', [], 1, /^A portal is running that was started with another key: start it anew first\.\n$/],
  ['backup', ['--no-verify', '--to', '/dev/null/x'], 1, /^\/dev\/null\/x can not be written: .*\n$/],
  ['restore', ['/nowhere.tar.zst'], 1, /^Another Steward \(process \d+\) is already running on .*\n$/],
  ['move', ['--to', 'postgresql://a:b@127.0.0.1:1/x'], 1, /^The database can not be reached: .*\n$/],
  ['distribute', [], 1, /^The embedded database can not be distributed: .*\n$/],
  ['db', [], 0, /count.*\b1\b/s],
  ['maintenance', ['on', '--until', '2h', '--text', 'A new disk'], 0, /, announced until \S+: A new disk\n/],
  ['maintenance', ['on', '--text', 'A larger disk'], 0, /, announced until \S+: A larger disk\n/],
  ['maintenance', ['on', '--until', 'none'], 0, /^Maintenance is on since \S+Z: A larger disk\n/],
  ['maintenance', ['off'], 0, /^Maintenance is off: all portals allow changes within two seconds\.\n$/],
  ['certificate:verify', ['/nowhere'], 1, /^The file \/nowhere can not be read: .*\n$/],
];

test('every command of package.json is run beside a portal', () => {
  const all = Object.entries(scripts.scripts).flatMap(([name, line]) =>
    /server\/commands\/(?:[\w-]+\/)?[\w-]+\.ts/.test(line) ? [name] : [],
  );
  // The doctor is run below, and the log is read without a database.
  const covered = new Set(['doctor', 'log', ...commands.map(([script]) => script)]);
  expect([...covered].toSorted()).toEqual(all.toSorted());
});

test('the doctor finds its way to a portal that runs, and no fault', async () => {
  const { code, out, errors } = await run('doctor', [], { env: { PORT: String(port) } });
  expect(errors).toBe('');
  for (const check of [
    'settings',
    'database',
    'database roles',
    'migrations',
    'files',
    'secrets',
    'ports',
    'public address',
  ])
    expect(out).toMatch(new RegExp(`^ok +(?:portal|command) +${check} `, 'm'));
  expect(out).toMatch(/^warning +portal +backup +There is no backup yet/m);
  expect(out).toMatch(/^ok +command +ports /m);
  expect(code).toBe(0);
});

test('the doctor asks the portal for what that sees, and looks by itself with --here or where another portal answers', async () => {
  const settings = { PORT: String(port), BACKUP_AT: '02:30', BACKUP_FOLDER: '/proc/none' };
  const [beside, here, stranger] = await Promise.all([
    run('doctor', [], { env: settings }),
    run('doctor', ['--here'], { env: settings }),
    run('doctor', [], { env: { ...settings, SECRETS_KEY: '9f5837ad7d1c5a0e9b3f48d2a6e4c0b1' } }),
  ]);
  expect(beside.out).toMatch(/^- +portal +backup folder +No backup is scheduled/m);
  expect(here.out).toMatch(/^FAULT +command +backup folder +Backups cannot be written/m);
  expect(here.out).not.toContain(' portal   ');
  expect(stranger.out).toMatch(/^FAULT +command +backup folder +Backups cannot be written/m);
  expect(stranger.out).toMatch(/^FAULT +command +ports .*another SECRETS_KEY/m);
});

test('a first company whose password can not be printed is not created', async () => {
  const { code, errors } = await run('bootstrap', [...company, '--provider'], { isClosed: true });
  expect({ code, errors }).toEqual({
    code: 1,
    errors: 'Standard output can not be written (EPIPE), so that nothing was changed.\n',
  });
});

test.each(commands)(
  'npm run %s %j beside a portal ends with %i, and leaves its drafts alone',
  async (script, args, code, line) => {
    const drafts = join(dataDir, 'files/.drafts');
    await writeFile(join(drafts, 'being-written'), 'x');
    const { ino, uid } = await stat(drafts);
    const ran = await run(script, args);
    expect(ran.errors).not.toMatch(/^\s+at /m);
    expect(code === 0 ? ran.out : ran.errors).toMatch(line);
    expect(ran.code).toBe(code);
    expect(await stat(drafts)).toMatchObject({ ino, uid });
    expect(await readFile(join(drafts, 'being-written'), 'utf8')).toBe('x');
  },
);

test('a command that has started the database itself stops it, where SIGTERM ends the command', async () => {
  const own = join(parent, 'own');
  const [, ...parts] = (scripts.scripts['db'] ?? '').split(' ');
  const child = spawn(process.execPath, parts, {
    env: { ...compiled, PATH: process.env['PATH'] ?? '', DATA_DIR: own },
  });
  // Its shell waits for more.
  child.stdin.write('select 1;\n');
  await once(child.stdout, 'data');
  const pidFile = join(own, 'postgres/cluster/postmaster.pid');
  expect(await readFile(pidFile, 'utf8')).toMatch(/^\d+\n/);
  child.kill('SIGTERM');
  await once(child, 'close');
  await expect(readFile(pidFile, 'utf8')).rejects.toThrow('ENOENT');
});

/** Commands that open the data folder, each once. */
const opening = commands.filter(
  ([script], place) => script !== 'certificate:verify' && commands.findIndex(([each]) => each === script) === place,
);

test.runIf(isRoot).each(opening)(
  'npm run %s as root in the data folder of another user is refused',
  async (script, args) => {
    const other = join(parent, 'of-another');
    await cp(join(dataDir, 'secrets'), join(other, 'secrets'), { recursive: true });
    await chown(join(other, 'secrets'), 65_534, 65_534);
    const ran = await run(script, args, { env: { DATA_DIR: other } });
    expect(ran.errors).toBe(
      `DATA_DIR ${other} belongs to another user (number 65534): run this as that user, i.e. by sudo -u '#65534'.\n`,
    );
    expect(ran.code).toBe(1);
  },
);
