import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { join } from 'node:path';
import { runAsOwner } from '../../database/testing/test-server.ts';
import { runChecks } from './run-checks.ts';
import { secrets, startDoctorWorld, type DoctorWorld, type Planted, ownIssuer } from './testing/doctor-world.ts';

const hourMs = 60 * 60_000;
const clockAt = (differenceMs: number) => ({ now: () => new Date(Date.now() + differenceMs) });

let world: DoctorWorld;
beforeAll(async () => {
  world = await startDoctorWorld();
});
afterAll(() => world.close());

/** A planted fault: the check that names it, how it is planted, and what is said. */
const faults: ReadonlyArray<
  readonly [check: string, what: string, plant: () => Planted | Promise<Planted>, said: RegExp]
> = [
  ['settings', 'no mail server', () => ({ env: { NODE_ENV: 'production' } }), /set SMTP_URL/],
  ['settings', 'no address of its own', () => ({ env: { NODE_ENV: 'production' } }), /set PUBLIC_URL/],
  ['settings', 'keys of one machine', () => ({ env: { NODE_ENV: 'production' } }), /AUTH_SECRET and SECRETS_KEY/],
  ['settings', 'the account of the example', () => ({ env: { NODE_ENV: 'production' } }), /PROVIDER_IBAN/],
  ['settings', 'sign-up that is open', () => ({ env: { NODE_ENV: 'production' } }), /SIGN_UP/],
  [
    'database',
    'nothing listens',
    () => ({ env: { DATABASE_URL: 'postgresql://owner:x@127.0.0.1:1/portal' } }),
    /can not be reached: start it/,
  ],
  ['database', 'a wrong password', () => ({ env: { DATABASE_URL: world.urlOf('owner:wrong') } }), /password is wrong/],
  [
    'database',
    'no such database',
    () => ({ env: { DATABASE_URL: world.urlOf('owner:x', '/none') } }),
    /no such database/,
  ],
  [
    'database',
    'no TLS',
    () => ({ env: { DATABASE_URL: world.urlOf('owner:x', '/portal?sslmode=verify-full') } }),
    /it has no TLS/,
  ],
  [
    'database',
    'another encoding',
    () => ({ env: { DATABASE_URL: world.urlOf('owner:x', '/latin') } }),
    /encoding SQL_ASCII/,
  ],
  [
    'database',
    'one that can only be read',
    () => ({ env: { DATABASE_URL: world.urlOf('owner:x', '/moved') } }),
    /can only be read/,
  ],
  [
    'database',
    'a user who may make no tables',
    () => ({ env: { DATABASE_URL: world.urlOf('stranger:x', '/modest') } }),
    /may not make tables/,
  ],
  [
    'database',
    'a user who may make no roles',
    () => ({ env: { DATABASE_URL: world.urlOf('modest:x', '/modest') } }),
    /may not make roles: run deploy/,
  ],
  [
    'database',
    'a user who may verify no backups',
    () => ({ env: { DATABASE_URL: world.urlOf('modest:x', '/modest') } }),
    /grant CREATEDB/,
  ],
  ['database', 'another clock', () => ({ clock: clockAt(90_000) }), /90 s behind that of this machine/],
  [
    'database roles',
    'a role that gets around the wall',
    () => ({ env: { DATABASE_APP_URL: world.urlOf('mighty:x'), DATABASE_SYSTEM_URL: world.urlOf('reader:x') } }),
    /mighty .*could get around/,
  ],
  [
    'database roles',
    'another SECRETS_KEY',
    () => ({ secrets: { ...secrets, key: `${secrets.key}x` } }),
    /signs in by another SECRETS_KEY/,
  ],
  [
    'mail',
    'nothing listens',
    () => ({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } }),
    /nothing listens at the host and port/,
  ],
  [
    'mail',
    'a denied login',
    async () => {
      const url = await world.startMail(
        {},
        {
          authOptional: false,
          disabledCommands: ['STARTTLS'],
          allowInsecureAuth: true,
          onAuth: (_auth, _session, done) => done(new Error('wrong')),
        },
      );
      return { env: { SMTP_URL: url.replace('//', '//portal:wrong@') } };
    },
    /denied the login/,
  ],
  [
    'mail',
    'a denied sender',
    async () => {
      const url = await world.startMail({ atSender: 553 });
      return { env: { SMTP_URL: url } };
    },
    /does not take the sender \(553\): correct MAIL_FROM/,
  ],
  ['files', 'a wrong bucket', () => ({ env: { ...world.s3(), FILES_S3_BUCKET: 'another' } }), /no such bucket/],
  ['files', 'a wrong secret', () => world.serveS3Error(403, 'SignatureDoesNotMatch'), /FILES_S3_SECRET_ACCESS_KEY/],
  [
    'files',
    'a wrong region',
    () => world.serveS3Error(301, 'PermanentRedirect'),
    /another region: correct FILES_S3_REGION/,
  ],
  ['files', 'another clock', () => world.serveS3Error(403, 'RequestTimeTooSkewed'), /clocks of the object store/],
  [
    'files',
    'no object store',
    async () => ({ env: { ...world.s3(), FILES_S3_ENDPOINT: world.portal } }),
    /object store/,
  ],
  ['issuer', 'an address that is none', () => world.serveIssuer(404, () => ({})), /OIDC_ISSUER answers 404/],
  [
    'issuer',
    'another name',
    () => world.serveIssuer(200, () => ({ issuer: 'https://other.example' })),
    /calls itself otherwise \(https:\/\/other/,
  ],
  [
    'issuer',
    'nothing listens',
    () => ({ env: { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_AUDIENCE: 'x', OUTBOUND_ALLOWED: '127.0.0.1:1' } }),
    /OIDC_ISSUER is not reached/,
  ],
  ['disk', 'a full disk', () => ({ readFree: async () => 1000 }), /disk of DATA_DIR is full/],
  ['archive', 'no base', () => ({ env: { DATABASE_URL: '', ARCHIVE_FOLDER: world.folder } }), /archive at once/],
  ['backup', 'none', () => world.withBackup(''), /no backup yet/],
  [
    'backup',
    'an old one',
    () => world.withBackup(`now() - interval '50 hours', now(), '/x', 1, true, null`, { env: { BACKUP_AT: '02:30' } }),
    /50 hours old: run npm run backup/,
  ],
  [
    'backup',
    'a failed one',
    () => world.withBackup(`now(), now(), null, null, false, 'The disk is full.'`),
    /failed .*The disk is full/,
  ],
  [
    'backup',
    'one without its file',
    () => world.withBackup(`now(), now(), '/gone.tar.zst', 1, true, null`),
    /not on this machine/,
  ],
  [
    'backup folder',
    'a folder that is a file',
    async () => ({ env: { BACKUP_AT: '02:30', BACKUP_FOLDER: join(await world.writeCertificate('x'), 'backups') } }),
    /Backups cannot be written/,
  ],
  [
    'ports',
    'a port in use',
    () => ({ env: { PORT: new URL(world.objects.endpoint).port } }),
    /is used by another program/,
  ],
  [
    'public address',
    'another program',
    () => ({ env: { PUBLIC_URL: world.objects.endpoint } }),
    /does not lead to this installation/,
  ],
  [
    'public address',
    'nothing, while the portal runs',
    () => ({ env: { PUBLIC_URL: 'http://127.0.0.1:1', PORT: new URL(world.portal).port } }),
    /is not reached \(ECONNREFUSED\)/,
  ],
  [
    'public address',
    'TRUST_PROXY without a proxy',
    () => ({ env: { PUBLIC_URL: world.portal, TRUST_PROXY: '1' } }),
    /as the caller has written it/,
  ],
  ['public address', 'a proxy without TRUST_PROXY', () => world.behind({}, '0'), /set TRUST_PROXY=1/],
  ['public address', 'a proxy that appends', () => world.behind({ forwarded: 'append' }), /appends to X-Forwarded-For/],
  [
    'public address',
    'a proxy that passes no address on',
    () => world.behind({ forwarded: 'drop' }),
    /passes no X-Forwarded-For on/,
  ],
  [
    'public address',
    'a proxy that changes the host',
    () => world.behind({ host: 'portal-1:3000' }),
    /host on as portal-1:3000/,
  ],
  [
    'public address',
    'a proxy that takes small bodies',
    () => world.behind({ maxBytes: 1_000_000 }),
    /bodies of 8 MiB .*\(it answers 413\)/,
  ],
  [
    'public address',
    'another clock',
    () => world.behind({ date: new Date(Date.now() - hourMs) }),
    /s behind that of this machine/,
  ],
  [
    'certificate',
    'one that has expired',
    async () => ({ ...(await world.serveTls('own')), clock: clockAt(72 * hourMs) }),
    /has expired/,
  ],
  ['certificate', 'one of another name', () => world.serveTls('other'), /is not for 127\.0\.0\.1/],
  [
    'certificate',
    'one that is not trusted',
    () => world.serveTls('unknown'),
    /is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
  ],
  ['certificate', 'one that ends soon', () => world.serveTls('own'), /ends in 1 days/],
];

test.each(faults)('%s: %s is named, and what to do', async (check, _what, plant, said) => {
  const found = await world.examine(check, await plant());
  expect(found.filter((text) => said.test(text))).toHaveLength(1);
});

test('too many connections of others, and a database that is too new, are named', async () => {
  const clients = Array.from({ length: 6 }, () => new pg.Client({ connectionString: world.urlOf('owner:x') }));
  await Promise.all(clients.map((client) => client.connect()));
  expect(await world.examine('database', {})).toEqual([expect.stringMatching(/raise max_connections/)]);
  await Promise.all(clients.map((client) => client.end()));
  const url = new URL(world.server.adminUrl);
  url.pathname = '/portal';
  await runAsOwner(
    url.href,
    `insert into schema_migrations (number, name, checksum, oldest_program) values (9999, 'later', 'x', 9999)`,
  );
  expect(await world.examine('migrations', {})).toEqual([expect.stringMatching(/too new for this program/)]);
  await runAsOwner(url.href, 'delete from schema_migrations where number = 9999');
});

test('a certificate of the database that is not trusted is named, and one that is not verified', async () => {
  await world.server.useCertificate(world.certificates.database);
  const wrong = { DATABASE_CA_FILE: await world.writeCertificate(world.certificates.other.cert) };
  expect(await world.examine('database', { env: wrong })).toEqual([
    expect.stringMatching(/no authority that is trusted/),
  ]);
  const unverified = { DATABASE_URL: world.urlOf('owner:x', '/portal?sslmode=require') };
  expect(await world.examine('settings', { env: unverified })).toEqual([
    expect.stringMatching(/is not verified fully/),
  ]);
});

test('an installation that lacks nothing is all ok', async () => {
  await world.withBackup(
    `now(), now(), '${await world.writeCertificate(world.certificates.database.cert)}', 1, true, null`,
  );
  const { parts, close } = await world.open({
    env: {
      AUTH_SECRET: '7d1c5a0e9b3f48d2a6e4c0b19f5837ad',
      SECRETS_KEY: secrets.key,
      ...world.s3(),
      DATABASE_CA_FILE: await world.writeCertificate(world.certificates.database.cert),
      SMTP_URL: world.mail.url,
      MAIL_FROM: 'portal@acme.test',
      SUPPORT_EMAIL: 'help@acme.test',
      ...ownIssuer,
      SIGN_UP: 'approval',
      BACKUP_AT: '02:30',
      BACKUP_FOLDER: world.folder,
      PORT: new URL(world.portal).port,
      ...(await world.behind({})).env,
      ...(await world.serveIssuer(200, (issuer) => ({ issuer, jwks_uri: `${issuer}/keys` }))).env,
    },
  });
  const lines = await runChecks(parts);
  await close();
  expect(lines.filter(({ level }) => level !== 'ok').map(({ check }) => check)).toEqual(['archive', 'certificate']);
  expect(world.mail.received).toEqual([]);
});
