import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { listConfigWarnings } from './warnings.ts';

const production = { NODE_ENV: 'production' };
const complete = {
  ...production,
  SMTP_URL: 'smtp://mail.acme.test',
  MAIL_FROM: 'Acme <no-reply@acme.test>',
  SUPPORT_EMAIL: 'support@acme.test',
  SIGN_UP: 'approval',
  PUBLIC_URL: 'https://portal.acme.test',
  PROVIDER_NAME: 'Acme Ltd',
  PROVIDER_IBAN: 'DE89370400440532013000',
  PROVIDER_ADDRESS: 'Domkloster 4, 50667 Köln, Germany',
  PROVIDER_VAT_NUMBER: 'DE136695976',
  SUPPORT_PHONE: '+49 221 1234567',
};
const traced = 'OTEL_EXPORTER_OTLP_ENDPOINT';

test('what only this machine reaches lacks nothing, and a complete installation neither', () => {
  expect(listConfigWarnings(readConfig({}))).toEqual([]);
  expect(listConfigWarnings(readConfig(complete))).toEqual([]);
  expect(listConfigWarnings(readConfig({ ...complete, SIGN_UP: 'closed' }))).toEqual([]);
  expect(listConfigWarnings(readConfig({ ...complete, SIGN_UP: 'open' }))).toEqual([]);
  expect(listConfigWarnings(readConfig({ ...complete, PUBLIC_URL: 'http://localhost:8080' }))).toEqual([]);
});

test.each([
  [production, /^E-mails are only caught .*SMTP_URL\.$/],
  [{ PUBLIC_URL: 'https://portal.acme.test' }, /SMTP_URL\.$/],
  [{ ...complete, MAIL_FROM: '' }, /MAIL_FROM\.$/],
  [{ ...complete, SUPPORT_EMAIL: '' }, /SUPPORT_EMAIL\.$/],
  [{ ...complete, PROVIDER_NAME: '' }, /^The issuer of invoices .*: set PROVIDER_NAME\.$/],
  [{ ...complete, PROVIDER_IBAN: '' }, /^The issuer of invoices .*: set PROVIDER_IBAN\.$/],
  [
    { ...complete, PROVIDER_NAME: '', PROVIDER_IBAN: '', PROVIDER_VAT_NUMBER: '' },
    /: set PROVIDER_NAME, PROVIDER_VAT_NUMBER and PROVIDER_IBAN\.$/,
  ],
  [{ ...complete, SIGN_UP: '' }, /sign up a company .*SIGN_UP=open where it is meant\.$/],
  [{ ...complete, PUBLIC_URL: '' }, /^Links in e-mails .*set PUBLIC_URL/],
  [{ ...complete, PUBLIC_URL: 'http://portal.acme.test' }, /unencrypted to PUBLIC_URL/],
  [
    { ...complete, DATABASE_URL: 'postgresql://owner@db.example/steward' },
    /^AUTH_SECRET and SECRETS_KEY are generated/,
  ],
  [{ DATABASE_URL: 'postgresql://owner@10.0.0.1/steward?sslmode=require' }, /sslmode=require .* not verified fully/],
  [{ ...complete, DEMO: '1' }, /unset DEMO\.$/],
  [{ ...complete, PROVIDER_VAT_NUMBER: '' }, /set PROVIDER_VAT_NUMBER\.$/],
  [{ ...complete, PROVIDER_ADDRESS: '', SUPPORT_PHONE: '' }, /set PROVIDER_ADDRESS and SUPPORT_PHONE\.$/],
  [
    { PUBLIC_URL: 'https://portal.acme.test', SECRETS_KEY: 'changeme-changeme-changeme-changeme' },
    /^SECRETS_KEY is a placeholder .*\(openssl rand -hex 32\)\.$/,
  ],
  [{ [traced]: 'http://collector:4317' }, /never by gRPC: .*OTEL_EXPORTER_OTLP_ENDPOINT\.$/],
  [{ [traced]: 'http://collector', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /never by gRPC/],
  [{ [traced]: 'http://collector:4318/v1/traces' }, /ends with \/v1\/traces/],
])('%j lacks something, which is said', (env, warning) => {
  expect(listConfigWarnings(readConfig(env))[0]).toMatch(warning);
});

test.each(['', '?sslmode=disable', '?sslmode=verify-full'])('a database with %j has no warning about TLS', (query) => {
  const keys = { AUTH_SECRET: '7d1c5a0e9b3f48d2a6e4c0b19f5837ad', SECRETS_KEY: '9f5837ad7d1c5a0e9b3f48d2a6e4c0b1' };
  expect(
    listConfigWarnings(readConfig({ ...keys, DATABASE_URL: `postgresql://owner@10.0.0.1/steward${query}` })),
  ).toEqual([]);
});

test('only an installation in production has no issuer by the example', () => {
  expect(readConfig({}).provider.isExample).toBe(false);
  expect(readConfig({ PUBLIC_URL: 'https://portal.acme.test' }).provider.isExample).toBe(false);
  expect(readConfig(production).provider.isExample).toBe(true);
  expect(readConfig(complete).provider.isExample).toBe(false);
});

test('traces are sent as the usual variables say', () => {
  const sent = { [traced]: 'http://collector:4318', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' };
  expect(listConfigWarnings(readConfig(sent))).toEqual([]);
  expect(readConfig(sent).traces?.url).toBe('http://collector:4318/v1/traces');
  for (const none of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
    expect(readConfig({ ...sent, ...none }).traces).toBeUndefined();
});
