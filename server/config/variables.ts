import * as z from 'zod';
import { isIban } from '../lib/crypto/mod97.ts';
import { parseAllowedTargets, parsePortRanges } from '../lib/network/outbound-targets.ts';
import { readCertificates } from './read-values.ts';

const text = (fallback: string) => z.string().default(fallback);
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const flag = () => z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');
const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `must be an address like ${example}` });
const webUrl = () => url(/^https?$/, 'https://portal.example');
const postgresUrl = () => url(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/steward');
const webPath = () =>
  z
    .string()
    .refine((value) => value.startsWith('/') || /^https?:\/\//.test(value), 'must be a path like /api or an address');
const longSecrets = () =>
  z
    .string()
    .transform((value) => value.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => key.length >= 32),
      'must be keys of at least 32 characters, with commas between',
    );
const longSecret = () => z.string().min(32, 'must be at least 32 characters long');

const readBy = <T>(parse: (value: string) => T | undefined, error: string) =>
  z.string().transform((value, context) => {
    const result = parse(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });

/** The issuer where none is set. Its registration number and BIC are never those of another name or account. */
export const exampleProvider = {
  name: 'Steward OÜ',
  registrationNumber: '10203040',
  iban: 'EE382200221020145685',
  bic: 'HABAEE2X',
} as const;

/** The portal's own counter. */
export const ownPageViews = '/api/page-views';

const portError = 'must be a port number from 0 to 65535';

/** The largest body of the intake must fit, and be followed by another one. */
const minIntakeMib = 16;
const intakeMibError = `must be a whole number from ${minIntakeMib} up`;

/** Keeps what is typed by hand to what `age-keygen` prints. */
const recipientError = 'must be public keys of age (age1…), with commas between';

const portNumber = () =>
  z
    .string()
    .regex(/^\d{1,5}$/, portError)
    .transform(Number)
    .refine((port) => port <= 65_535, portError);

/** The environment variables of the server, checked one by one; `.env.example` explains each. */
export const Variables = z.object({
  PORT: portNumber().default(3000),
  HOST: text('127.0.0.1'),
  METRICS_PORT: portNumber().optional(),
  METRICS_HOST: text('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl().optional(),
  OTEL_SERVICE_NAME: text('steward'),
  PUBLIC_URL: webUrl().optional(),
  TRUST_PROXY: flag().default(false),
  RATE_LIMIT_PER_MINUTE: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 up')
    .transform(Number)
    .default(300),
  INTAKE_MIB_PER_MINUTE: z
    .string()
    .regex(/^\d{1,6}$/, intakeMibError)
    .transform(Number)
    .refine((mebibytes) => mebibytes >= minIntakeMib, intakeMibError)
    .default(256),
  MAX_LOOP_DELAY_MS: z
    .string()
    .regex(/^[1-9]\d{1,4}$/, 'must be a whole number from 10 to 99999')
    .transform(Number)
    .default(500),
  EXPORT_STREAM_ROWS: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 up')
    .transform(Number)
    .default(100_000),
  EXPORT_FILE_ROWS: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 up')
    .transform(Number)
    .default(10_000_000),
  DISK_RESERVE_MIB: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number of MiB, or 0')
    .transform(Number)
    .default(64),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a whole number of seconds from 0 to 99')
    .transform(Number)
    .default(0),
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DATA_DIR: text('./data'),
  BACKUP_AT: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 02:30, in UTC')
    .optional(),
  OVERWRITE_AT: z
    .string()
    .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|off)$/, 'must be a time like 03:30, in UTC, or off')
    .default('03:30'),
  OVERWRITE_LOCK_SECONDS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of seconds from 1 to 9999')
    .transform(Number)
    .default(20),
  BACKUP_FOLDER: z.string().optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999')
    .transform(Number)
    .default(14),
  COMPANY_DELETION_DAYS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number of days from 0 to 999')
    .transform(Number)
    .default(30),
  INVOICE_KEEP_YEARS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a whole number of years from 0 to 99')
    .transform(Number)
    .default(10),
  BACKUP_RECIPIENTS: z
    .string()
    .transform((value) => value.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every((key) => /^age1[a-z0-9]+$/.test(key)), recipientError)
    .optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must be at least 12 characters long').optional(),
  BACKUP_VERIFY: flag().default(true),
  DATABASE_URL: postgresUrl().optional(),
  DATABASE_APP_URL: postgresUrl().optional(),
  DATABASE_SYSTEM_URL: postgresUrl().optional(),
  DEMO: flag().optional(),
  OUTBOX: flag().optional(),
  DEMO_CONVERSATIONS: flag().default(true),
  AUTH_SECRET: longSecret().optional(),
  SECRETS_KEY: longSecret().optional(),
  SECRETS_KEYS_OLD: longSecrets().default([]),
  SIGN_UP: oneOf(['open', 'approval', 'closed']).default('open'),
  OIDC_ISSUER: webUrl().optional(),
  OIDC_AUDIENCE: z.string().optional(),
  OIDC_TRUST_EMAIL: flag().default(false),
  OIDC_SIGN_IN_ISSUER: webUrl().optional(),
  OIDC_SIGN_IN_CLIENT_ID: z.string().optional(),
  OIDC_SIGN_IN_CLIENT_SECRET: z.string().optional(),
  OIDC_SIGN_IN_TRUST_EMAIL: flag().default(false),
  COGNITO_ENDPOINT: webUrl().optional(),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@mail.example:587').optional(),
  MAIL_FROM: text('Steward <no-reply@steward.example>'),
  FILES_S3_BUCKET: z.string().optional(),
  FILES_S3_ENDPOINT: webUrl().optional(),
  FILES_S3_REGION: text('eu-central-1'),
  FILES_S3_ACCESS_KEY_ID: z.string().optional(),
  FILES_S3_SECRET_ACCESS_KEY: z.string().optional(),
  OUTBOUND_PORTS: readBy(parsePortRanges, 'must be ports and ranges of ports like 443,44300-44399').prefault(
    '443,8443,44300-44399',
  ),
  OUTBOUND_ALLOWED: readBy(
    parseAllowedTargets,
    'must be hosts and networks like sap.example:44300,10.1.0.0/16',
  ).prefault(''),
  OUTBOUND_CA_FILE: readBy(readCertificates, 'must be a file with certificates in PEM form').optional(),
  IBM_IAM_URL: webUrl().default('https://iam.cloud.ibm.com'),
  BRAND_PRODUCT: text('Steward'),
  BRAND_ASSISTANT: text('Stew'),
  BRAND_PROVIDER: text('Steward'),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('support@steward.example'),
  SUPPORT_PHONE: text('+372 600 0000'),
  PROVIDER_NAME: text(exampleProvider.name),
  PROVIDER_ADDRESS: text('Telliskivi 60a, 10412 Tallinn, Estonia'),
  PROVIDER_REGISTRATION_NUMBER: z.string().max(40, 'must have at most 40 characters').optional(),
  PROVIDER_VAT_NUMBER: z
    .string()
    .regex(/^[A-Z]{2}[A-Z0-9]{2,12}$/, 'must be a VAT number with its country, like EE102030405')
    .default('EE102030405'),
  PROVIDER_VAT_PERCENT: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a whole number of percent from 0 to 99')
    .transform(Number)
    .default(24),
  PROVIDER_IBAN: z
    .string()
    .transform((value) => value.replaceAll(/\s/g, '').toUpperCase())
    .refine(isIban, 'must be an IBAN with right check digits')
    .default(exampleProvider.iban),
  PROVIDER_BIC: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, 'must be a BIC like HABAEE2X')
    .optional(),
  API_MAIN_URL: webPath().default('/api'),
  API_DEV_URL: webPath().default('/api'),
  PAGE_VIEWS_URL: webPath().default(ownPageViews),
  PAGE_VIEWS_DOMAIN: z.string().optional(),
});

export type Variables = z.infer<typeof Variables>;

/** Pairs of variables; the first one needs the second one. */
export const companions: ReadonlyArray<readonly [keyof Variables, keyof Variables]> = [
  ['DATABASE_APP_URL', 'DATABASE_URL'],
  ['DATABASE_APP_URL', 'DATABASE_SYSTEM_URL'],
  ['DATABASE_SYSTEM_URL', 'DATABASE_APP_URL'],
  ['OIDC_ISSUER', 'OIDC_AUDIENCE'],
  ['OIDC_AUDIENCE', 'OIDC_ISSUER'],
  ['OIDC_SIGN_IN_ISSUER', 'OIDC_SIGN_IN_CLIENT_ID'],
  ['OIDC_SIGN_IN_CLIENT_ID', 'OIDC_SIGN_IN_ISSUER'],
  ['OIDC_SIGN_IN_CLIENT_SECRET', 'OIDC_SIGN_IN_ISSUER'],
  ['FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'],
  ['FILES_S3_SECRET_ACCESS_KEY', 'FILES_S3_ACCESS_KEY_ID'],
  ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET'],
];
