import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { OtelVariables } from './otel-variables.ts';
import { Variables } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'steward-values-'));
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 10 }));
const noCertificate = join(folder, 'no.pem');
writeFileSync(noCertificate, 'hello');

const ports = ['http', '70000', '-1', '80 80', '3000.5', '0x50', '3000;'];
const flags = ['yes', 'true', '2', 'on', '-1'];
const wholeNumbers = ['0', '-1', '1.5', '1e3', 'many', '10 000', '9999999999'];
const times = ['2:30', '24:00', '02:60', '0230', '2.30pm', '02:30:00'];
const webUrls = [
  '://',
  'http//collector:4318',
  'http://collector:99999',
  'portal',
  'portal.example',
  'ftp://portal.example',
  'https://',
  'https:// portal.example',
  'https://a:b@portal.example',
];
const databaseUrls = [
  'mysql://owner@db.example/steward',
  'postgresql://',
  'postgresql://db.example',
  'postgresql://db.example/',
  'postgresql:///steward',
  'postgresql://owner:50%zz@db.example/steward',
  'postgresql://owner@db.example:port/steward',
  'db.example:5432/steward',
  'postgresql://owner@db.example/steward?sslmode=bogus',
  'postgresql://owner@db.example/steward?sslmode=verify-full&sslrootcert=/nowhere.pem',
];
const secrets = ['short', 'a'.repeat(32), 'ab'.repeat(16), '1234567'.repeat(6)];
const hosts = [
  '127.0.0.1 ',
  'my host',
  '127.0.0.1:3000',
  'http://127.0.0.1',
  '256.1.1.1',
  'a_b',
  '1.2.3',
  'fe80::1%eth0',
  '::1%lo',
];
const words = ['two words', 'tab\there'];
const lines = ['two\nlines', 'x'.repeat(500)];

/** Wrong values of each variable of .env.example and of OpenTelemetry. */
const wrong: Readonly<Record<string, readonly string[]>> = {
  PORT: ports,
  METRICS_PORT: ports,
  HOST: hosts.filter((host) => host.trim() === host),
  METRICS_HOST: ['my host', '127.0.0.1:3000', '*'],
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrls,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrls,
  OTEL_SERVICE_NAME: lines,
  OTEL_TRACES_SAMPLER: ['bogus', 'always', 'ALWAYS_ON'],
  OTEL_TRACES_SAMPLER_ARG: ['2', '-1', 'half', '10%'],
  OTEL_EXPORTER_OTLP_HEADERS: ['bogus', 'a=b,c', '=x', 'authorization: Bearer x', 'a=%zz', 'a=100%'],
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: ['bogus'],
  OTEL_EXPORTER_OTLP_TIMEOUT: ['ten', '0', '1.5'],
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: ['ten'],
  OTEL_BSP_MAX_QUEUE_SIZE: ['ten', '0', '-5'],
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: ['ten'],
  OTEL_BSP_SCHEDULE_DELAY: ['soon'],
  OTEL_BSP_EXPORT_TIMEOUT: ['soon'],
  OTEL_RESOURCE_ATTRIBUTES: ['bogus', 'a=b,c'],
  OTEL_LOG_LEVEL: ['bogus', 'trace', '30'],
  OTEL_EXPORTER_OTLP_PROTOCOL: ['bogus', 'http', 'json', 'HTTP/JSON', 'thrift'],
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: ['bogus', 'http/xml'],
  OTEL_EXPORTER_OTLP_COMPRESSION: ['zip', 'br', '1'],
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: ['deflate'],
  OTEL_EXPORTER_OTLP_CERTIFICATE: ['/nowhere.pem'],
  OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE: ['/nowhere.pem'],
  OTEL_EXPORTER_OTLP_CLIENT_KEY: ['/nowhere.pem'],
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: ['/nowhere.pem'],
  OTEL_TRACES_EXPORTER: ['jaeger', 'console', 'bogus'],
  OTEL_SDK_DISABLED: ['yes', '1', 'bogus'],
  MAX_LOOP_DELAY_MS: ['9', ...wholeNumbers],
  EXPORT_STREAM_ROWS: wholeNumbers,
  EXPORT_FILE_ROWS: wholeNumbers,
  DISK_RESERVE_MIB: ['-1', '64MB', '1.5', '10000000'],
  PUBLIC_URL: [
    ...webUrls,
    'https://portal.example/steward',
    'https://portal.example?x=1',
    'https://portal.example#x',
    'https://user:password@portal.example',
    'https://*.example',
    'https://portal..example',
    'https://portal.example:0',
    'http://0.0.0.0:3000',
    'http://[::]:3000',
  ],
  TRUST_PROXY: flags,
  RATE_LIMIT_PER_MINUTE: wholeNumbers,
  INTAKE_MIB_PER_MINUTE: ['15', '0', '-16', '16.5', '256MB'],
  DRAIN_SECONDS: ['-1', '100', '5s', '1.5'],
  NODE_ENV: ['prod', 'Production', 'live'],
  LOG_LEVEL: ['verbose', 'INFO', 'warning', '30'],
  DATA_DIR: ['~/data', 'two\nlines'],
  DATABASE_URL: databaseUrls,
  DATABASE_APP_URL: databaseUrls,
  DATABASE_SYSTEM_URL: databaseUrls,
  DEMO: flags,
  DEMO_CONVERSATIONS: flags,
  BACKUP_AT: [...times, 'off'],
  BACKUP_FOLDER: ['~/backups', 'two\nlines'],
  BACKUP_KEEP: wholeNumbers,
  BACKUP_RECIPIENTS: [
    'age1abc',
    'AGE-SECRET-KEY-1X',
    'ssh-ed25519 AAAA',
    ',',
    'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q',
  ],
  BACKUP_PASSPHRASE: ['short', 'two\nlines of a phrase'],
  BACKUP_VERIFY: flags,
  COMPANY_DELETION_DAYS: ['-1', '1000', 'thirty', '30d'],
  INVOICE_KEEP_YEARS: ['-1', '100', 'ten', '7.5'],
  AUTH_SECRET: secrets,
  SECRETS_KEY: secrets,
  SECRETS_KEY_LOST: flags,
  SECRETS_KEYS_OLD: ['short', `${'a'.repeat(32)},short`, ','],
  SIGN_UP: ['maybe', 'Open', 'yes'],
  OIDC_ISSUER: webUrls,
  OIDC_AUDIENCE: words,
  OIDC_TRUST_EMAIL: flags,
  OIDC_SIGN_IN_TRUST_EMAIL: flags,
  OIDC_SIGN_IN_ISSUER: [
    ...webUrls,
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/{tenant}/v2.0',
    'https://login.microsoftonline.com/<directory-id>/v2.0',
    'https://service.example/.well-known/openid-configuration',
    'https://service.example?x=1',
  ],
  OIDC_SIGN_IN_CLIENT_ID: words,
  OIDC_SIGN_IN_CLIENT_SECRET: words,
  COGNITO_ENDPOINT: webUrls,
  SMTP_URL: ['smtp://', 'mail.example', 'http://mail.example', 'mail.example:587', 'smtp://user:50%zz@mail.example'],
  MAIL_FROM: [
    'nobody',
    'a@b.example, c@d.example',
    'Steward <nobody>',
    'a@b.example <c@d.example>',
    '<>',
    'Steward no-reply@steward.example',
  ],
  OUTBOX: flags,
  FILES_S3_BUCKET: ['Bad Bucket!', 'UPPER', 'a', 'under_score', 'two..dots', 's3://bucket', 'x'.repeat(64)],
  FILES_S3_ENDPOINT: ['objects:9000', ...webUrls],
  FILES_S3_REGION: ['eu central', 'eu/central'],
  FILES_S3_ACCESS_KEY_ID: words,
  FILES_S3_SECRET_ACCESS_KEY: words,
  OUTBOUND_PORTS: ['443,https', '99999', '443-80', '443;8443'],
  OUTBOUND_ALLOWED: ['10.0.0.0/33', 'https://sap.example', 'sap example', 'sap.example:99999'],
  OUTBOUND_CA_FILE: ['/nowhere.pem', noCertificate, folder],
  IBM_IAM_URL: webUrls,
  BRAND_PRODUCT: lines,
  BRAND_ASSISTANT: lines,
  BRAND_PROVIDER: lines,
  SUPPORT_EMAIL: ['me', 'a@b', 'a@b.example, c@d.example', 'Support <a@b.example>'],
  SUPPORT_PHONE: ['call us', '12', '+', 'two\nlines'],
  PROVIDER_NAME: lines,
  PROVIDER_ADDRESS: [',', 'Street,,Town', ' , ', 'two\nlines'],
  PROVIDER_REGISTRATION_NUMBER: ['x'.repeat(41), 'two\nlines'],
  PROVIDER_VAT_NUMBER: [
    'EE123456789',
    'EE102030405',
    'DE136695977',
    '102030405',
    'XX102030405',
    'XX1234',
    'ZZ102030405',
    'QZ102030405',
    'AA102030405',
    'IE1234567FB',
    'ee102030405',
    'EE 102030405',
    'E',
  ],
  PROVIDER_VAT_PERCENT: ['-1', '100', '24%', '24.5'],
  PROVIDER_IBAN: ['EE382200221020145686', '1234', 'none', 'DE89'],
  PROVIDER_BIC: ['HABA', 'habaee2x', '12345678', 'HABAEE2XX'],
  API_MAIN_URL: ['api', '//elsewhere.example', '/api x', 'https://', 'ftp://x.example'],
  API_DEV_URL: ['api', '//elsewhere.example'],
  PAGE_VIEWS_URL: ['views', '//elsewhere.example', 'https://'],
  PAGE_VIEWS_DOMAIN: ['two words', 'https://portal.example', 'portal.example/x'],
};

const names = [...Object.keys(Variables.shape), ...Object.keys(OtelVariables.shape)];

test('wrong values are tried of every variable, and .env.example names no other', () => {
  expect(Object.keys(wrong).toSorted()).toEqual(names.toSorted());
  const example = readFileSync('.env.example', 'utf8').matchAll(/^# ?([A-Z][A-Z0-9_]+)=/gm);
  expect([...example].map(([, name]) => name).filter((name) => !names.includes(name ?? ''))).toEqual([]);
});

test.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  '%s=%j is refused with one line that names it',
  (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} (?:must|needs) `));
    expect(read).not.toThrow(/\n/);
  },
);

test.each(names)('%s of blanks counts as none', (name) => {
  expect(readConfig({ [name]: ' '.repeat(40) })).toEqual(readConfig({}));
});

const owner = 'postgresql://owner@db.example/steward';
const app = 'postgresql://app:x@db.example/steward';
const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
const secret = '0123456789abcdef'.repeat(2);

test.each([
  [
    { BACKUP_RECIPIENTS: recipient, BACKUP_PASSPHRASE: 'correct horse battery' },
    /^BACKUP_RECIPIENTS and BACKUP_PASSPHRASE/,
  ],
  [{ METRICS_PORT: '3000' }, /^METRICS_PORT must not be the PORT/],
  [{ METRICS_PORT: '3001', PORT: '3001', METRICS_HOST: '0.0.0.0' }, /^METRICS_PORT must not be the PORT/],
  [
    { DATABASE_URL: owner, DATABASE_APP_URL: app, DATABASE_SYSTEM_URL: app },
    /^DATABASE_APP_URL and DATABASE_SYSTEM_URL must name two users/,
  ],
  [
    { DATABASE_URL: owner, DATABASE_APP_URL: app, DATABASE_SYSTEM_URL: 'postgresql://system:x@db.example/other' },
    /^DATABASE_APP_URL and/,
  ],
  [{ DATABASE_URL: owner, DATABASE_APP_URL: app }, /^DATABASE_APP_URL needs DATABASE_SYSTEM_URL/],
  [{ FILES_S3_ACCESS_KEY_ID: 'a', FILES_S3_SECRET_ACCESS_KEY: 'b' }, /^FILES_S3_ACCESS_KEY_ID needs FILES_S3_BUCKET/],
  [{ NODE_ENV: 'production', SECRETS_KEY: secret }, /^SECRETS_KEY must not be a placeholder .*SECRETS_KEYS_OLD/],
  [
    { NODE_ENV: 'production', SECRETS_KEY: 'changeme-changeme-changeme-changeme' },
    /^SECRETS_KEY must not be a placeholder/,
  ],
  [{ NODE_ENV: 'production', AUTH_SECRET: 'your-auth-secret-of-at-least-32-characters' }, /^AUTH_SECRET must not be a/],
  [{ NODE_ENV: 'production', BACKUP_PASSPHRASE: 'change-me-please' }, /^BACKUP_PASSPHRASE must not be a placeholder/],
  [{ SECRETS_KEY: secret, AUTH_SECRET: secret }, /^SECRETS_KEY must not be the AUTH_SECRET/],
])('%j is refused with one line', (env, line) => {
  const read = () => readConfig(env);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(line);
  expect(read).not.toThrow(/\n/);
});

test.each([
  { HOST: '::' },
  { HOST: 'portal-1.internal' },
  { PUBLIC_URL: 'https://portal.example/' },
  { DATABASE_URL: 'postgresql://owner:p%25s@db.example:5433/steward?sslmode=require' },
  { DATABASE_URL: 'postgresql:///steward?host=/var/run/postgresql&user=owner' },
  { DATABASE_URL: owner, DATABASE_APP_URL: app, DATABASE_SYSTEM_URL: 'postgresql://system:x@db.example/steward' },
  { METRICS_PORT: '3000', METRICS_HOST: '10.0.0.5' },
  { PORT: '0', METRICS_PORT: '0' },
  { BACKUP_RECIPIENTS: `${recipient}, ${recipient}` },
  { MAIL_FROM: 'no-reply@portal.example' },
  { MAIL_FROM: '"Ülle, Söhne" <no-reply@portal.example>' },
  { SMTP_URL: 'smtps://user:p%40ss@mail.example:465' },
  { FILES_S3_BUCKET: 'steward.files-1', FILES_S3_ENDPOINT: 'http://objects:8333' },
  { SECRETS_KEY: secret, SECRETS_KEYS_OLD: 'a'.repeat(32) },
  { SUPPORT_PHONE: '(0) 30 / 123-456' },
  { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
  { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic YTpi,x-tenant=a%20b' },
  { OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=production' },
  { API_MAIN_URL: 'https://portal.example/api' },
  { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf', OTEL_LOG_LEVEL: 'INFO', OTEL_SDK_DISABLED: 'TRUE' },
  { PROVIDER_VAT_NUMBER: 'IE1234567FA' },
  { PROVIDER_VAT_NUMBER: 'CHE123456788MWST' },
  { PROVIDER_VAT_NUMBER: 'AU51824753556' },
  { NODE_ENV: 'production', SECRETS_KEY: '7d1c5a0e9b3f48d2a6e4c0b19f5837ad' },
])('%j is taken', (env) => {
  expect(() => readConfig(env)).not.toThrow();
});
