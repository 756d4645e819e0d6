import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from './check-variables.ts';
import { readConfig } from './config.ts';
import { OtelVariables } from './otel-variables.ts';
import { listWrongValues } from './testing/wrong-values.ts';
import { Variables } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'steward-values-'));
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 10 }));
const noCertificate = join(folder, 'no.pem');
writeFileSync(noCertificate, 'hello');

const wrong = listWrongValues({ folder, noCertificate });
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

const placeholders = ['${VALUE}', '$(cat value)', '{{ value }}', '<your value>', '"value"', "'value'"];

test.each(names)('%s with a placeholder or in quotes is refused with one line that names it', (name) => {
  for (const value of placeholders) {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must [^\\n]*$`));
  }
});

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
  [{ METRICS_HOST: '0.0.0.0' }, /^METRICS_HOST needs METRICS_PORT/],
  [{ FILES_S3_REGION: 'eu-north-1' }, /^FILES_S3_REGION needs FILES_S3_BUCKET/],
  [{ PAGE_VIEWS_DOMAIN: 'portal.example' }, /^PAGE_VIEWS_DOMAIN needs PAGE_VIEWS_URL/],
  [{ OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4096' }, /^OTEL_BSP_MAX_EXPORT_BATCH_SIZE must not be above/],
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
  [{ DATABASE_URL: `${owner}?sslmode=verify-ca` }, /^An address with sslmode=verify-ca needs the authority/],
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
  { OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4096', OTEL_BSP_MAX_QUEUE_SIZE: '8192' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel_collector:4318' },
  { SMTP_URL: 'smtp://[::1]:2525' },
  { PROVIDER_NAME: '"Kalev" & "Tallinn" OÜ' },
  { BACKUP_PASSPHRASE: 'correct $ {horse} battery' },
  { API_MAIN_URL: 'https://portal.example/api' },
  { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf', OTEL_LOG_LEVEL: 'INFO', OTEL_SDK_DISABLED: 'TRUE' },
  { PROVIDER_VAT_NUMBER: 'IE1234567FA' },
  { PROVIDER_VAT_NUMBER: 'CHE123456788MWST' },
  { PROVIDER_VAT_NUMBER: 'AU51824753556' },
  { NODE_ENV: 'production', SECRETS_KEY: '7d1c5a0e9b3f48d2a6e4c0b19f5837ad' },
])('%j is taken', (env) => {
  expect(() => readConfig(env)).not.toThrow();
});
