import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError } from './check-variables.ts';
import { readConfig } from './config.ts';

test('without any variable the embedded demo runs on port 3000', () => {
  const config = readConfig({});
  expect(config.http).toMatchObject({ host: '127.0.0.1', port: 3000, publicUrl: 'http://127.0.0.1:3000' });
  expect(config.database.kind).toBe('embedded');
  expect(config.demo).toBe(true);
});

test('a database address turns the demo off unless DEMO is set', () => {
  const DATABASE_URL = 'postgresql://owner@db.example/steward';
  expect(readConfig({ DATABASE_URL }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
});

test.each([
  [{}, true, 'own-host'],
  [{ HOST: 'localhost' }, true, 'own-host'],
  [{ HOST: '::1' }, true, 'own-host'],
  [{ HOST: '0.0.0.0' }, false, 'closed'],
  [{ HOST: '127.evil.example' }, false, 'closed'],
  [{ HOST: '192.0.2.2', DEMO: '1' }, true, 'closed'],
  [{ HOST: '192.0.2.2', OUTBOX: '1' }, false, 'open'],
  [{ NODE_ENV: 'production' }, false, 'closed'],
  [{ NODE_ENV: 'production', OUTBOX: '1', DEMO: '1' }, true, 'closed'],
  [{ SMTP_URL: 'smtp://mail.example', OUTBOX: '1' }, true, 'closed'],
  [{ OUTBOX: '0' }, true, 'closed'],
  [{ DATABASE_URL: 'postgresql://owner@db.example/steward' }, false, 'own-host'],
  // A proxy on the same machine passes on what comes from others.
  [{ PUBLIC_URL: 'https://portal.example' }, false, 'closed'],
  [{ PUBLIC_URL: 'http://192.0.2.2:3000' }, false, 'closed'],
  [{ PUBLIC_URL: 'http://127.0.0.1.portal.example' }, false, 'closed'],
  [{ PUBLIC_URL: 'http://localhost.portal.example' }, false, 'closed'],
  [{ TRUST_PROXY: '1' }, false, 'closed'],
  [{ PUBLIC_URL: 'https://portal.example', DATABASE_URL: 'postgresql://owner@db.example/steward' }, false, 'closed'],
  [{ PUBLIC_URL: 'https://portal.example', DEMO: '1' }, true, 'closed'],
  [{ PUBLIC_URL: 'https://portal.example', OUTBOX: '1' }, false, 'open'],
  [{ PUBLIC_URL: 'http://localhost:3000' }, true, 'own-host'],
  [{ PUBLIC_URL: 'http://127.0.0.1:8080/', TRUST_PROXY: '0' }, true, 'own-host'],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, true, 'own-host'],
])('with %o the demo is seeded: %s, the outbox is %s', (env, demo, outbox) => {
  const config = readConfig(env);
  expect([config.demo, config.mail.outbox]).toEqual([demo, outbox]);
});

test.each([
  [{}, undefined],
  [{ HOST: '0.0.0.0', NODE_ENV: 'production' }, 'HOST'],
  [{ NODE_ENV: 'production' }, 'NODE_ENV'],
  [{ PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '1' }, 'PUBLIC_URL'],
  [{ TRUST_PROXY: '1' }, 'TRUST_PROXY'],
])('with %o other machines reach the portal by %s', (env, variable) => {
  expect(readConfig(env).reachableBy).toBe(variable);
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}));
});

test.each([
  [{ PORT: '70000' }, /^PORT must be a port number/],
  [{ PORT: 'http' }, /^PORT must be a port number/],
  [{ RATE_LIMIT_PER_MINUTE: '0' }, /^RATE_LIMIT_PER_MINUTE must be a whole number/],
  [{ INTAKE_MIB_PER_MINUTE: '15' }, /^INTAKE_MIB_PER_MINUTE must be a whole number from 16 up/],
  [{ PUBLIC_URL: 'portal' }, /^PUBLIC_URL must be an address/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be an address/],
  [{ DEMO: 'yes' }, /^DEMO must be 0 or 1/],
  [{ SIGN_UP: 'maybe' }, /^SIGN_UP must be one of open, approval, closed/],
  [{ SUPPORT_EMAIL: 'me' }, /^SUPPORT_EMAIL must be an e-mail address/],
  [{ AUTH_SECRET: 'short' }, /^AUTH_SECRET must be at least 32 characters/],
  [{ OIDC_ISSUER: 'https://id.example' }, /^OIDC_ISSUER needs OIDC_AUDIENCE/],
  [{ OUTBOUND_PORTS: '443,https' }, /^OUTBOUND_PORTS must be ports/],
  [{ OUTBOUND_ALLOWED: '10.0.0.0/33' }, /^OUTBOUND_ALLOWED must be hosts and networks/],
  [{ OUTBOUND_CA_FILE: '/nowhere.pem' }, /^OUTBOUND_CA_FILE must be a file with certificates/],
  [{ OUTBOUND_CA_FILE: 'package.json' }, /^OUTBOUND_CA_FILE must be a file with certificates/],
  [{ IBM_IAM_URL: 'iam' }, /^IBM_IAM_URL must be an address/],
  [{ DATABASE_APP_URL: 'postgres://a@b/c' }, /^DATABASE_APP_URL needs DATABASE_URL/],
])('%o is refused with one line', (env, line) => {
  const read = () => readConfig(env);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(line);
  expect(read).not.toThrow(/\n/);
});

test('connection tests call common internet ports unless OUTBOUND_PORTS is set', () => {
  expect(readConfig({}).outbound).toEqual({
    ports: [
      { from: 443, to: 443 },
      { from: 8443, to: 8443 },
      { from: 44_300, to: 44_399 },
    ],
    allowed: [],
    caCertificates: undefined,
    iamUrl: 'https://iam.cloud.ibm.com',
    viesUrl: 'https://ec.europa.eu/taxation_customs/vies/rest-api',
  });
  expect(readConfig({ OUTBOUND_ALLOWED: 'sap.corp.example' }).outbound.allowed).toEqual([
    { kind: 'host', host: 'sap.corp.example' },
  ]);
});

test('.env.example has every variable with its default', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  const entries = lines.flatMap((line) => /^# ?([A-Z][A-Z0-9_]+)=(.*)$/.exec(line)?.slice(1, 3) ?? []);
  const example = Object.fromEntries(
    entries.flatMap((name, index) => (index % 2 === 0 ? [[name, entries[index + 1]]] : [])),
  );
  expect(readConfig({ ...example, DEMO: '1' })).toEqual(readConfig({}));
  const source = readFileSync('server/config/variables.ts', 'utf8');
  const variables = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1]);
  expect(Object.keys(example).toSorted()).toEqual(variables.toSorted());
});

test('registration number and BIC of the example never stand beside another name or account', () => {
  expect(readConfig({}).provider).toMatchObject({ registrationNumber: '10203040', bic: 'HABAEE2X' });
  const other = { PROVIDER_NAME: 'Other Ltd', PROVIDER_IBAN: 'DE89370400440532013000' };
  expect(readConfig(other).provider).toMatchObject({ registrationNumber: null, bic: null });
  expect(
    readConfig({ ...other, PROVIDER_REGISTRATION_NUMBER: 'HRB 1', PROVIDER_BIC: 'COBADEFF' }).provider,
  ).toMatchObject({ registrationNumber: 'HRB 1', bic: 'COBADEFF' });
});
