import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { connect as openSocket, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { describeFailure } from '../../app/describe-failure.ts';
import { makeCertificate } from '../../outside/assistants/testing/certificates.ts';
import { startNetworkServer, type NetworkServer } from '../testing/network-server.ts';
import { findLogins } from '../open-database.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { runAsOwner } from '../testing/test-server.ts';
import { toProblem } from '../../http/problem-body.ts';
import { findOutage } from '../../lib/outages.ts';
import { clientConfig } from './connection.ts';
import { openPool } from './pools.ts';
import { DatabaseUnavailable, toDatabaseError } from './errors.ts';
import { openFiles } from '../../outside/files/open-files.ts';
import { DatabaseClient } from './database-client.ts';
import { findTlsCode } from '../../lib/database-tls.ts';
import { StorageFailed } from '../../lib/storage-failed.ts';

/** Certificates for the server's address and for another name; each is its own authority. */
interface Authority {
  readonly key: string;
  readonly cert: string;
  readonly file: string;
}

let server: NetworkServer;
let right: Authority;
let wrong: Authority;

async function makeAuthority(name: string): Promise<Authority> {
  const certificate = await makeCertificate([name]);
  const file = join(tmpdir(), `steward-authority-${process.pid}-${name.replaceAll(/\W/g, '-')}.pem`);
  await writeFile(file, certificate.cert);
  return { ...certificate, file };
}

beforeAll(async () => {
  server = await startNetworkServer();
  [right, wrong] = await Promise.all([makeAuthority(`IP:${server.host}`), makeAuthority('DNS:other.example')]);
  await runAsOwner(server.adminUrl, `create role owner login password 'secret'`);
  await runAsOwner(server.adminUrl, 'create database portal owner owner');
});

afterAll(async () => {
  await server.stop();
  for (const { file } of [right, wrong]) await rm(file);
});

/** The address as the settings make it. */
function readUrl(query = '', authority?: Authority): string {
  const DATABASE_URL = `postgresql://owner:secret@${server.host}/portal${query}`;
  const { database } = readConfig({ DATABASE_URL, DATABASE_CA_FILE: authority?.file });
  return database.kind === 'url' ? database.url : '';
}

/** Connects as all programs do. @returns whether it is encrypted, or the line about why not */
async function connect(url: string): Promise<boolean | string> {
  const client = new DatabaseClient(clientConfig(url, 'steward test'));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    return rows[0]?.ssl ?? 'no row';
  } catch (error) {
    return describeFailure(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const noAuthority = /no authority that is trusted here .* DATABASE_CA_FILE\.$/;

test.each(['disable', 'no-verify'])(
  'sslmode=%s, by which an authority verifies nothing, is refused beside one',
  (mode) => {
    expect(() => readUrl(`?sslmode=${mode}`, right)).toThrow(/^DATABASE_CA_FILE can not stand beside/);
  },
);

test('a server without TLS is refused wherever TLS is asked for', async () => {
  expect(await connect(readUrl())).toBe(false);
  expect(await connect(readUrl('?sslmode=disable'))).toBe(false);
  for (const url of [readUrl('?sslmode=require'), readUrl('?sslmode=verify-full'), readUrl('', right)])
    expect(await connect(url)).toMatch(/it has no TLS: turn it on there/);
});

test('modes are those of libpq: the authority is verified, and by verify-full the name too', async () => {
  await server.useCertificate(right);
  expect(await connect(readUrl('?sslmode=disable'))).toBe(false);
  expect(await connect(readUrl('?sslmode=require'))).toBe(true);
  expect(await connect(readUrl('', right))).toBe(true);
  expect(await connect(readUrl('?sslmode=verify-full&application_name=x', right))).toBe(true);
  expect(await connect(`${readUrl()}?sslmode=verify-full&sslrootcert=${right.file}`)).toBe(true);
  const direct = '?sslmode=verify-full&sslnegotiation=direct';
  expect(await connect(readUrl(direct, right))).toBe(true);
  expect(await connect(readUrl(direct, wrong))).toMatch(noAuthority);
  expect(await connect(readUrl('?sslmode=verify-full'))).toMatch(noAuthority);
  for (const mode of ['', '?sslmode=require', '?sslmode=verify-ca', '?sslmode=verify-full'])
    expect(await connect(readUrl(mode, wrong))).toMatch(noAuthority);
  await server.useCertificate(wrong);
  expect(await connect(readUrl('?sslmode=verify-ca', wrong))).toBe(true);
  expect(await connect(readUrl('', wrong))).toMatch(/its certificate is for another name/);
});

test('the start is refused in one line, a running portal answers 503, and a server that wants TLS says so', async () => {
  const preparation = { log: { info: () => undefined, warn: () => undefined, error: () => undefined } };
  const ownerUrl = readUrl('', right);
  const logins = { appUrl: ownerUrl, systemUrl: ownerUrl, managed: false };
  await expect(prepareDatabase({ ...preparation, ownerUrl, logins })).rejects.toThrow(noAuthority);
  const client = new DatabaseClient(clientConfig(ownerUrl, 'steward test'));
  const failure: unknown = await client.connect().catch((error: unknown) => error);
  expect(toDatabaseError(failure)).toBeInstanceOf(DatabaseUnavailable);
  const missing = Object.assign(new Error('no pg_hba.conf entry for host "x", user "y", database "z", no encryption'));
  expect(describeFailure(missing)).toMatch(/lets this user in by TLS alone/);
});

test('roles that follow from the owner, and those of the settings, have its mode and authority', () => {
  const address = (login: string, query = '') => `postgresql://${login}@${server.host}/portal${query}`;
  const { database } = readConfig({
    DATABASE_URL: address('owner:secret', '?sslmode=verify-ca'),
    DATABASE_CA_FILE: wrong.file,
    DATABASE_APP_URL: address('app:x'),
    DATABASE_SYSTEM_URL: address('system:x', '?sslmode=require&connect_timeout=2'),
  });
  if (database.kind !== 'url') throw new Error('no server');
  const readTls = (url: string) => ['sslmode', 'sslrootcert'].map((name) => new URL(url).searchParams.get(name));
  const logins = findLogins(database, database.url, 'key');
  expect(readTls(logins.appUrl)).toEqual(['verify-ca', wrong.file]);
  expect(readTls(logins.systemUrl)).toEqual(['require', wrong.file]);
  const derived = findLogins({ ...database, appUrl: undefined }, database.url, 'key');
  expect(readTls(derived.appUrl)).toEqual(['verify-ca', wrong.file]);
});

test('TLS that fails with a mail server, an object store or an issuer is not said to be of the database', async () => {
  const others = [
    createTlsServer({ key: wrong.key, cert: wrong.cert }),
    createServer((socket) => socket.end('220 x\r\n')),
  ];
  const failures: unknown[] = [];
  for (const other of others) {
    other.on('error', () => undefined).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const files = await openFiles(
      readConfig({
        FILES_S3_BUCKET: 'files',
        FILES_S3_ENDPOINT: `https://127.0.0.1:${port}`,
        FILES_S3_ACCESS_KEY_ID: 'a',
        FILES_S3_SECRET_ACCESS_KEY: 'b',
      }),
    );
    const mail = nodemailer.createTransport({ host: '127.0.0.1', port, secure: true });
    const none = '00000000-0000-0000-0000-000000000000';
    const calls = [
      () => files.find({ companyId: none, key: 'storage-is-tried-here0' }),
      () => mail.verify(),
      () => fetch(`https://127.0.0.1:${port}`),
    ];
    for (const call of calls) failures.push(await call().catch((error: unknown) => error));
    other.close();
  }
  expect(
    failures.map((failure) => findTlsCode(failure) ?? (failure as { originalCode?: string }).originalCode),
  ).toEqual(failures.map(() => expect.any(String)));
  for (const failure of failures) {
    expect(toDatabaseError(failure)).toBe(failure);
    expect(describeFailure(failure)).not.toMatch(/database/i);
  }
});

test('a refused port is said to be the database’s by its own connection alone', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const mail = nodemailer.createTransport({ host: '127.0.0.1', port });
  const socket = async () => {
    const opened = openSocket({ host: '127.0.0.1', port });
    await once(opened, 'connect');
  };
  for (const call of [socket, () => mail.verify(), () => fetch(`http://127.0.0.1:${port}`)]) {
    const failure: unknown = await call().catch((error: unknown) => error);
    expect(toDatabaseError(failure)).toBe(failure);
    expect(describeFailure(failure)).not.toMatch(/database/i);
    const problem = toProblem(failure);
    expect(problem).toMatchObject({ code: 'service.unavailable', cause: failure, retryAfterSeconds: 30 });
    expect(findOutage(problem)).toBeUndefined();
  }
  const away = new StorageFailed('it is away', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
  expect(toDatabaseError(away)).toBe(away);

  const url = `postgresql://owner:secret@127.0.0.1:${port}/portal`;
  const client = new DatabaseClient(clientConfig(url, 'steward test'));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const pool = openPool(url, 'steward test', { max: 1, log });
  for (const call of [() => client.connect(), () => pool.query('select 1'), () => pool.connect()]) {
    const failure: unknown = await call().catch((error: unknown) => error);
    expect(toDatabaseError(failure)).toMatchObject({ reason: 'unreachable', cause: { code: 'ECONNREFUSED' } });
    expect(describeFailure(failure)).toMatch(/^The database can not be reached/);
  }
  await pool.end();
});
