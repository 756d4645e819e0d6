import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inject, afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { withDatabase, withLogin } from './database/connection/connection.ts';
import { createTestDatabase, openTestDatabase } from './database/testing/test-database.ts';
import { isDistributedRun, makeDataDir, runAsOwner } from './database/testing/test-server.ts';
import { findFreePort } from '../harness/free-port.ts';
import { compiled, occupyPort } from './testing/portal-program.ts';

const isRoot = process.getuid?.() === 0;
const unreachable = 'postgresql://nobody:nothing@127.0.0.1:1/nothing';

let folder: string;
let bare: Awaited<ReturnType<typeof createTestDatabase>>;
const closing: Array<() => Promise<unknown> | unknown> = [];

beforeAll(async () => {
  folder = await makeDataDir();
  await writeFile(join(folder, 'file'), '');
  bare = await createTestDatabase('template0');
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(async () => {
  await bare.drop();
  await rm(folder, { recursive: true, maxRetries: 10 });
});

/** `npm start` as a process, without the installation that it begins with. */
function start(settings: Record<string, string>, line: readonly string[] = ['server/main.ts']) {
  const env = { ...compiled, HOST: '127.0.0.1', DEMO: '0', DATA_DIR: join(folder, 'data'), ...settings };
  const child = spawn(process.execPath, [...line], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  closing.push(() => child.kill('SIGKILL'));
  let [out, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const ended = once(child, 'close').then(([code]: unknown[]) => code as number | null);
  return { child, ended, out: () => out, errors: () => errors };
}

const message = (type: string, body: Uint8Array) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const text = (value: string) => Buffer.from(`${value}\0`);
const isReady = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const isDenied = message(
  'E',
  Buffer.concat([
    text('SFATAL'),
    text('C28P01'),
    text('Mpassword authentication failed for user "op"'),
    Buffer.alloc(1),
  ]),
);

/** A row of the protocol of PostgreSQL; `type` is the oid of a column. */
function toRow(values: Readonly<Record<string, readonly [type: number, value: string]>>): Buffer {
  const entries = Object.entries(values);
  const count = Buffer.from([0, entries.length]);
  const columns = entries.map(([name, [type]]) =>
    Buffer.concat([text(name), Buffer.alloc(6), Buffer.from([0, 0, 0, type]), Buffer.alloc(8)]),
  );
  const cells = entries.map(([, [, value]]) =>
    Buffer.concat([Buffer.from([0, 0, 0, value.length]), Buffer.from(value)]),
  );
  return Buffer.concat([
    message('T', Buffer.concat([count, ...columns])),
    message('D', Buffer.concat([count, ...cells])),
    message('C', text('SELECT 1')),
    message('Z', Buffer.from('I')),
  ]);
}

const isOld = toRow({ number: [23, '140011'], version: [25, '14.11'], isMoved: [16, 'f'] });

/** A server of a database that answers the first message of a connection so, and each further one by the other answer. */
async function openDatabaseServer(first: Buffer, other: Buffer): Promise<string> {
  const server = createServer((client) => {
    let isFirst = true;
    client.on('error', () => undefined);
    client.on('data', () => {
      client.write(isFirst ? first : other);
      isFirst = false;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return `postgresql://op:secret@127.0.0.1:${(server.address() as AddressInfo).port}/steward`;
}

const role = 'steward_start_without_rights';
const secret = 'a-secret-of-a-test-0123456789abcdef';

/** Wrong settings, and the one line that reports them. */
type Settings = Record<string, string>;
type WrongStart = readonly [what: string, settings: () => Promise<Settings> | Settings, line: RegExp];

const wrongStarts: readonly WrongStart[] = [
  ['PORT is a word', () => ({ PORT: 'http' }), /^PORT must be .* \(see \.env\.example\)\.$/],
  ['PORT is too large', () => ({ PORT: '70000' }), /^PORT must be /],
  [
    'HOST is elsewhere',
    () => ({ HOST: '192.0.2.1', DATABASE_URL: unreachable }),
    /^HOST 192\.0\.2\.1 is no address of this machine: set another HOST\.$/,
  ],
  ['DATABASE_URL is no address', () => ({ DATABASE_URL: 'localhost:5432' }), /^DATABASE_URL must /],
  [
    'the password of DATABASE_URL is wrong',
    async () => ({ DATABASE_URL: await openDatabaseServer(isDenied, isDenied) }),
    /^The database (?:refused the connection|does not know the user)/,
  ],
  [
    'there is no such database',
    () => ({ DATABASE_URL: withDatabase(bare.ownerUrl, 'not_there') }),
    /not_there|no such database/,
  ],
  [
    'the user of DATABASE_URL has no rights',
    () => ({ DATABASE_URL: withLogin(bare.ownerUrl, role, 'right') }),
    /CREATEROLE|DATABASE_APP_URL|owner of the database/,
  ],
  [
    'PostgreSQL is too old',
    async () => ({ DATABASE_URL: await openDatabaseServer(isReady, isOld) }),
    /^PostgreSQL 15 or newer is needed; DATABASE_URL leads to 14\.11\.$/,
  ],
  ['DATA_DIR is a file', () => ({ DATA_DIR: join(folder, 'file') }), /file/],
  ['DATA_DIR lies below a file', () => ({ DATA_DIR: join(folder, 'file/data') }), /file/],
  ['DATA_DIR can not be made', () => ({ DATA_DIR: '/proc/steward' }), /\/proc\/steward/],
  ['SECRETS_KEY is short', () => ({ SECRETS_KEY: 'short' }), /^SECRETS_KEY must /],
  [
    'SECRETS_KEY is not that of the database',
    async () => {
      const { ownerUrl, logins, close, auditChain } = await openTestDatabase();
      closing.push(close);
      await auditChain.loadKeys();
      return { DATABASE_URL: ownerUrl, DATABASE_APP_URL: logins.appUrl, DATABASE_SYSTEM_URL: logins.systemUrl };
    },
    /^The secrets of this database are sealed with another SECRETS_KEY: set that one, .* SECRETS_KEY_LOST=1/,
  ],
  [
    'SECRETS_KEY is a placeholder',
    () => ({ NODE_ENV: 'production', SECRETS_KEY: 'changeme-changeme-changeme-changeme' }),
    /^SECRETS_KEY must not be a placeholder or a pattern in production: make one /,
  ],
  ['the VAT number is of no country', () => ({ PROVIDER_VAT_NUMBER: 'XX102030405' }), /^PROVIDER_VAT_NUMBER must /],
  [
    'the receiver of traces is no address',
    () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }),
    /^OTEL_EXPORTER_OTLP_ENDPOINT must /,
  ],
  [
    'the protocol of traces is none',
    () => ({ OTEL_EXPORTER_OTLP_PROTOCOL: 'bogus' }),
    /^OTEL_EXPORTER_OTLP_PROTOCOL must /,
  ],
  [
    'a header of traces has no value',
    () => ({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization' }),
    /^OTEL_EXPORTER_OTLP_HEADERS must /,
  ],
  ['SMTP_URL is a host', () => ({ SMTP_URL: 'mail.acme.example' }), /^SMTP_URL must /],
  ['the bucket has a blank', () => ({ FILES_S3_BUCKET: 'my bucket' }), /^FILES_S3_BUCKET must /],
  [
    'the store of files has no scheme',
    () => ({ FILES_S3_BUCKET: 'files', FILES_S3_ENDPOINT: 's3.acme.example' }),
    /^FILES_S3_ENDPOINT must /,
  ],
  [
    'half of the key of S3 is missing',
    () => ({ FILES_S3_BUCKET: 'files', FILES_S3_ACCESS_KEY_ID: 'a' }),
    /^FILES_S3_ACCESS_KEY_ID needs FILES_S3_SECRET_ACCESS_KEY beside it/,
  ],
  ['PUBLIC_URL has no scheme', () => ({ PUBLIC_URL: 'portal.acme.example' }), /^PUBLIC_URL must /],
  ['PUBLIC_URL has a path', () => ({ PUBLIC_URL: 'https://acme.example/portal' }), /^PUBLIC_URL must /],
  ['TRUST_PROXY is a word', () => ({ TRUST_PROXY: 'nginx' }), /^TRUST_PROXY must /],
  ['the file of certificates is not there', () => ({ OUTBOUND_CA_FILE: '/nowhere.pem' }), /^OUTBOUND_CA_FILE /],
  ['the file of certificates has none', () => ({ OUTBOUND_CA_FILE: '/etc/hostname' }), /^OUTBOUND_CA_FILE /],
  ['METRICS_PORT is PORT', () => ({ PORT: '4000', METRICS_PORT: '4000' }), /METRICS_PORT/],
  [
    'PORT is taken',
    async () => {
      const { port, server } = await occupyPort();
      closing.push(() => server.close());
      return { PORT: String(port), DATABASE_URL: unreachable };
    },
    /^PORT \d+ is already in use: stop what listens there, or set another PORT\.$/,
  ],
];

beforeAll(async () => {
  await runAsOwner(bare.ownerUrl, `drop role if exists ${role}`).catch(() => undefined);
  await runAsOwner(bare.ownerUrl, `create role ${role} login password 'right'`);
});
afterAll(() => runAsOwner(inject('testServer').ownerUrl, `drop role if exists ${role}`).catch(() => undefined));

async function expectOneLine([what, settings, line]: WrongStart) {
  const secrets = { AUTH_SECRET: secret, SECRETS_KEY: `${secret}-key` };
  const { ended, out, errors } = start({ ...secrets, PORT: '0', ...(await settings()) });
  expect({ what, code: await ended }).toEqual({ what, code: 1 });
  expect(errors().trimEnd().split('\n')).toEqual([expect.stringMatching(line)]);
  expect(`${out()}${errors()}`).not.toMatch(/\n\s+at |\\n\s+at |"stack"/);
}

test.skipIf(isDistributedRun)(
  'a wrong setting is one line, exit code 1',
  async () => {
    // Side by side, because much of a start is waiting.
    const waiting = [...wrongStarts];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await expectOneLine(next);
    };
    await Promise.all([work(), work(), work(), work()]);
  },
  240_000,
);

test.runIf(isRoot)('DATA_DIR of another user is refused in one line for an ordinary user', async () => {
  const own = join(folder, 'of-root');
  await mkdir(join(own, 'secrets'), { recursive: true, mode: 0o700 });
  const dropped = `process.setgid(65534); process.setuid(65534); await import('${process.cwd()}/server/main.ts');`;
  const { ended, errors } = start({ DATA_DIR: own, PORT: '0' }, ['--input-type=module', '--eval', dropped]);
  expect(await ended).toBe(1);
  expect(errors().trimEnd().split('\n')).toEqual([expect.stringContaining(own)]);
});

test.runIf(isRoot)('DATA_DIR of another user is refused in one line for root too, and stays as it was', async () => {
  const other = join(folder, 'of-another');
  await mkdir(other);
  await chown(other, 65_534, 65_534);
  const { ended, errors } = start({ DATA_DIR: other, PORT: '0' });
  expect(await ended).toBe(1);
  expect(errors()).toBe(
    `DATA_DIR ${other} belongs to another user (number 65534): run this as that user, i.e. by sudo -u '#65534'.\n`,
  );
  expect(await readdir(other)).toEqual([]);
});

test('a database that is away is said once and waited for, and the start is not given up', async () => {
  const port = await findFreePort();
  const { child, ended, out, errors } = start({ DATABASE_URL: unreachable, PORT: String(port) });
  await vi.waitFor(() => expect(out()).toContain('the database does not answer'), { timeout: 100_000 });
  expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(503);
  expect(`${out()}${errors()}`).not.toMatch(/\\n\s+at |"stack"/);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

/** States of standard output: its reader leaves at once or later, does not read, or there never was one. */
const outputs: ReadonlyArray<readonly [what: string, shell: string | undefined, leave: 'at once' | 'later' | 'never']> =
  [
    ['whose reader leaves at once', undefined, 'at once'],
    ['whose reader leaves later', undefined, 'later'],
    ['that is full, because no one reads it', undefined, 'never'],
    ['that is closed', 'exec "$0" server/main.ts >&-', 'never'],
    ['that is closed together with that of errors', 'exec "$0" server/main.ts >&- 2>&-', 'never'],
  ];

test.each(outputs)('a portal with an output %s serves, and ends on SIGTERM', async (_, shell, leave) => {
  const port = await findFreePort();
  const env = {
    ...compiled,
    HOST: '127.0.0.1',
    DEMO: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: unreachable,
    PORT: String(port),
  };
  const [program, args] =
    shell === undefined ? [process.execPath, ['server/main.ts']] : ['/bin/sh', ['-c', shell, process.execPath]];
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  closing.push(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code]: unknown[]) => code as number | null);
  const get = async () => (await fetch(`http://127.0.0.1:${port}/api/session`)).status;
  child.stdout.pause();
  if (leave === 'at once') child.stdout.destroy();
  await vi.waitFor(get, { timeout: 100_000 });
  if (leave === 'later') child.stdout.destroy();
  // A pipe holds 64 KiB, and a line of a call 300 bytes.
  for (let call = 0; call < 600; call += 1) expect(await get()).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
