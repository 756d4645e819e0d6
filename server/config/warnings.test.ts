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
  PROVIDER_NAME: 'Acme Ltd',
  PROVIDER_IBAN: 'DE89370400440532013000',
};

test('what only this machine reaches lacks nothing, and a complete installation neither', () => {
  expect(listConfigWarnings(readConfig({}))).toEqual([]);
  expect(listConfigWarnings(readConfig(complete))).toEqual([]);
  expect(listConfigWarnings(readConfig({ ...complete, SIGN_UP: 'closed' }))).toEqual([]);
});

test.each([
  [production, /^E-mails are only caught .*SMTP_URL\.$/],
  [{ PUBLIC_URL: 'https://portal.acme.test' }, /SMTP_URL\.$/],
  [{ ...complete, MAIL_FROM: '' }, /MAIL_FROM\.$/],
  [{ ...complete, SUPPORT_EMAIL: '' }, /SUPPORT_EMAIL\.$/],
  [{ ...complete, PROVIDER_NAME: '' }, /^The issuer of invoices .*PROVIDER_IBAN\.$/],
  [{ ...complete, PROVIDER_IBAN: '' }, /^The issuer of invoices .*PROVIDER_IBAN\.$/],
  [{ ...complete, SIGN_UP: '' }, /sign up a company .*SIGN_UP=closed\.$/],
  [{ ...complete, SIGN_UP: 'open' }, /sign up a company .*SIGN_UP=closed\.$/],
  [{ ...complete, DEMO: '1' }, /unset DEMO\.$/],
])('%j lacks something, which is said', (env, warning) => {
  expect(listConfigWarnings(readConfig(env))[0]).toMatch(warning);
});

test('only an installation in production has no issuer by the example', () => {
  expect(readConfig({}).provider.isExample).toBe(false);
  expect(readConfig({ PUBLIC_URL: 'https://portal.acme.test' }).provider.isExample).toBe(false);
  expect(readConfig(production).provider.isExample).toBe(true);
  expect(readConfig(complete).provider.isExample).toBe(false);
});
