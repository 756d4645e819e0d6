import * as z from 'zod';
import { isZoneName } from '#contract/calendar/zone-names.ts';
import { parsePeppolId } from '#features/billing/contract/e-invoice/peppol-ids.ts';
import { parseVatRates } from '#features/billing/contract/vat-rates.ts';
import { isVatNumber } from '#features/billing/contract/vat-numbers.ts';
import { isIban } from '../lib/crypto/mod97.ts';
import { parseAllowedTargets, parsePortRanges } from '../lib/network/outbound-targets.ts';
import { exampleProvider } from './example-provider.ts';
import { isGuessable } from './guessable.ts';
import type { OtelVariables } from './otel-variables.ts';
import { findCertificates, readCertificates } from './read-values.ts';
import {
  issuerUrl,
  addressLines,
  agePublicKeys,
  bucketName,
  flag,
  folder,
  isTrimmed,
  line,
  listenHost,
  longSecret,
  longSecrets,
  mailbox,
  mailUrl,
  oneOf,
  ownUrl,
  phoneNumber,
  postgresUrl,
  readBy,
  siteName,
  text,
  trimmedError,
  webPath,
  webUrl,
  wholeNumber,
  word,
} from './value-types.ts';

/** The portal's own counter. */
export const ownPageViews = '/api/page-views';

const portError = 'must be a port number from 0 to 65535';

/** The largest body of the intake must fit, and be followed by another one. */
const minIntakeMib = 16;
const intakeMibError = `must be a whole number from ${minIntakeMib} up`;

const portNumber = () => wholeNumber(/^\d{1,5}$/, portError).refine((port) => port <= 65_535, portError);

/** Marks a secret, which may also come from a file: `NAME_FILE` names it. */
const secret = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ isSecret: true });

/** The environment variables of the server, checked one by one; `.env.example` explains each. */
export const Variables = z.object({
  PORT: portNumber().default(3000),
  HOST: listenHost().default('127.0.0.1'),
  METRICS_PORT: portNumber().optional(),
  METRICS_HOST: listenHost().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl().optional(),
  OTEL_SERVICE_NAME: text('steward'),
  PUBLIC_URL: ownUrl().optional(),
  TRUST_PROXY: flag().default(false),
  RATE_LIMIT_PER_MINUTE: wholeNumber(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 up').default(300),
  INTAKE_MIB_PER_MINUTE: wholeNumber(/^\d{1,6}$/, intakeMibError)
    .refine((mebibytes) => mebibytes >= minIntakeMib, intakeMibError)
    .default(256),
  MAX_LOOP_DELAY_MS: wholeNumber(/^[1-9]\d{1,4}$/, 'must be a whole number from 10 to 99999').default(500),
  EXPORT_STREAM_ROWS: wholeNumber(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 up').default(100_000),
  EXPORT_FILE_ROWS: wholeNumber(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 up').default(10_000_000),
  DISK_RESERVE_MIB: wholeNumber(/^\d{1,6}$/, 'must be a whole number of MiB, or 0').default(64),
  DRAIN_SECONDS: wholeNumber(/^\d{1,2}$/, 'must be a whole number of seconds from 0 to 99').default(0),
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOG_LEVELS: oneOf(['numbers', 'words']).default('numbers'),
  DATA_DIR: folder().default('./data'),
  BACKUP_AT: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 02:30, in UTC')
    .optional(),
  BACKUP_FOLDER: folder().optional(),
  BACKUP_KEEP: wholeNumber(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999').default(14),
  ARCHIVE_FOLDER: folder().optional(),
  ARCHIVE_DAYS: wholeNumber(/^[1-9]\d{0,2}$/, 'must be a whole number of days from 1 to 999').default(14),
  COMPANY_DELETION_DAYS: wholeNumber(/^\d{1,3}$/, 'must be a whole number of days from 0 to 999').default(30),
  PERIOD_CLOSE_GRACE_DAYS: wholeNumber(/^(?:1?\d|2[0-7])$/, 'must be a whole number of days from 0 to 27').default(2),
  INVOICE_SERIES: z
    .string()
    .regex(
      /^(?:customer|[A-Z][A-Z0-9]{0,9})$/,
      'must be customer, or the letters before the numbers of all invoices, like INV',
    )
    .default('INV'),
  INVOICE_KEEP_YEARS: wholeNumber(/^\d{1,2}$/, 'must be a whole number of years from 0 to 99').default(10),
  BACKUP_RECIPIENTS: agePublicKeys().optional(),
  BACKUP_PASSPHRASE: secret(
    line(1000)
      .refine((value) => value.trim().length >= 12, 'must be at least 12 characters long')
      .refine(isTrimmed, trimmedError)
      .optional(),
  ),
  BACKUP_VERIFY: flag().default(true),
  DATABASE_URL: secret(postgresUrl().optional()),
  DATABASE_APP_URL: secret(postgresUrl().optional()),
  DATABASE_SYSTEM_URL: secret(postgresUrl().optional()),
  DATABASE_CA_FILE: readBy(findCertificates, 'must be a file with certificates in PEM form').optional(),
  DEMO: flag().optional(),
  OUTBOX: flag().optional(),
  DEMO_CONVERSATIONS: flag().default(true),
  AUTH_SECRET: secret(longSecret().optional()),
  SECRETS_KEY: secret(longSecret().optional()),
  SECRETS_KEYS_OLD: secret(longSecrets().default([])),
  SECRETS_KEY_LOST: flag().default(false),
  SIGN_UP: oneOf(['open', 'approval', 'closed']).optional(),
  OIDC_ISSUER: issuerUrl().optional(),
  OIDC_AUDIENCE: word().optional(),
  OIDC_TRUST_EMAIL: flag().default(false),
  OIDC_SIGN_IN_ISSUER: issuerUrl().optional(),
  OIDC_SIGN_IN_CLIENT_ID: word().optional(),
  OIDC_SIGN_IN_CLIENT_SECRET: secret(word().optional()),
  OIDC_SIGN_IN_TRUST_EMAIL: flag().default(false),
  COGNITO_ENDPOINT: webUrl().optional(),
  SMTP_URL: secret(mailUrl().optional()),
  MAIL_FROM: mailbox().default('Steward <no-reply@steward.example>'),
  FILES_S3_BUCKET: bucketName().optional(),
  FILES_S3_ENDPOINT: webUrl().optional(),
  FILES_S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,60}$/, 'must be a region like eu-central-1')
    .default('eu-central-1'),
  FILES_S3_ACCESS_KEY_ID: secret(word().optional()),
  FILES_S3_SECRET_ACCESS_KEY: secret(word().optional()),
  OUTBOUND_PORTS: readBy(parsePortRanges, 'must be ports and ranges of ports like 443,44300-44399').prefault(
    '443,8443,44300-44399',
  ),
  OUTBOUND_ALLOWED: readBy(
    parseAllowedTargets,
    'must be hosts and networks like sap.example:44300,10.1.0.0/16',
  ).prefault(''),
  OUTBOUND_CA_FILE: readBy(readCertificates, 'must be a file with certificates in PEM form').optional(),
  IBM_IAM_URL: webUrl().default('https://iam.cloud.ibm.com'),
  VIES_URL: webUrl().default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
  BRAND_PRODUCT: text('Steward'),
  BRAND_ASSISTANT: text('Stew'),
  BRAND_PROVIDER: text('Steward'),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('support@steward.example'),
  SUPPORT_PHONE: phoneNumber().default(exampleProvider.phone),
  PROVIDER_NAME: text(exampleProvider.name),
  PROVIDER_ADDRESS: addressLines().default(exampleProvider.address),
  PROVIDER_PEPPOL_ID: z
    .string()
    .refine((id) => parsePeppolId(id) !== undefined, 'must be a Peppol ID like 0191:10203040')
    .optional(),
  PROVIDER_REGISTRATION_NUMBER: line(40).optional(),
  PROVIDER_VAT_NUMBER: z
    .string()
    .regex(/^[A-Z]{2}[A-Z0-9+*]{2,14}$/, 'must be a VAT number with its country, like EE102030402')
    .refine(isVatNumber, 'must be a VAT number of a country, with right check digits')
    .default(exampleProvider.vatNumber),
  PROVIDER_VAT_PERCENT: readBy(
    parseVatRates,
    'must be a rate from 0 to 99.999 percent, or rates with their first days like 20;2024-01-01=22;2025-07-01=24',
  ).prefault('20;2024-01-01=22;2025-07-01=24'),
  PROVIDER_TIME_ZONE: z
    .string()
    .refine(isZoneName, 'must be a time zone like Europe/Tallinn')
    .default('Europe/Tallinn'),
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
  PAGE_VIEWS_DOMAIN: siteName().optional(),
});

export type Variables = z.infer<typeof Variables>;

/** The variables that are secrets. */
export const secretNames: readonly string[] = Object.entries(Variables.shape).flatMap(([name, schema]) =>
  schema.meta()?.['isSecret'] === true ? name : [],
);

/** Pairs of variables; the first one has no effect without the second one. */
export const companions: ReadonlyArray<readonly [keyof Variables, keyof Variables]> = [
  ['DATABASE_APP_URL', 'DATABASE_URL'],
  ['DATABASE_APP_URL', 'DATABASE_SYSTEM_URL'],
  ['DATABASE_SYSTEM_URL', 'DATABASE_APP_URL'],
  ['DATABASE_CA_FILE', 'DATABASE_URL'],
  ['OIDC_ISSUER', 'OIDC_AUDIENCE'],
  ['OIDC_AUDIENCE', 'OIDC_ISSUER'],
  ['OIDC_SIGN_IN_ISSUER', 'OIDC_SIGN_IN_CLIENT_ID'],
  ['OIDC_SIGN_IN_CLIENT_ID', 'OIDC_SIGN_IN_ISSUER'],
  ['OIDC_SIGN_IN_CLIENT_SECRET', 'OIDC_SIGN_IN_ISSUER'],
  ['FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'],
  ['FILES_S3_SECRET_ACCESS_KEY', 'FILES_S3_ACCESS_KEY_ID'],
  ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET'],
  ['FILES_S3_ACCESS_KEY_ID', 'FILES_S3_BUCKET'],
  ['FILES_S3_REGION', 'FILES_S3_BUCKET'],
  ['METRICS_HOST', 'METRICS_PORT'],
  ['PAGE_VIEWS_DOMAIN', 'PAGE_VIEWS_URL'],
];

const isSameHost = (one: string, other: string) =>
  one === other || [one, other].some((host) => /^(?:0\.0\.0\.0|::)$/.test(host));
const getPath = (url: string) => new URL(url).pathname;
const listDatabaseUrls = ({ DATABASE_URL, DATABASE_APP_URL, DATABASE_SYSTEM_URL }: Variables) =>
  [DATABASE_URL, DATABASE_APP_URL, DATABASE_SYSTEM_URL].flatMap((url) => (url === undefined ? [] : new URL(url)));

/** Secrets that the operator makes. */
const madeSecrets = ['SECRETS_KEY', 'AUTH_SECRET', 'BACKUP_PASSPHRASE'] as const;

/** Names of made secrets that are placeholders or patterns. */
export const listGuessable = (env: Variables): string[] =>
  madeSecrets.filter((name) => env[name] !== undefined && isGuessable(env[name]));

/** Default number of spans, by the OpenTelemetry specification. */
const defaultQueueSize = 2048;

/** Combinations of settings that stop the start, with a message of one line each. */
export const conflicts: ReadonlyArray<{
  readonly text: string;
  readonly isPresent: (env: Variables & OtelVariables) => boolean;
}> = [
  {
    text: 'BACKUP_RECIPIENTS and BACKUP_PASSPHRASE can not both be set: a backup is encrypted for recipients or with a passphrase.',
    isPresent: (env) => env.BACKUP_RECIPIENTS !== undefined && env.BACKUP_PASSPHRASE !== undefined,
  },
  {
    text: 'ARCHIVE_FOLDER is for the embedded database: with DATABASE_URL the archive is that of the server (docs/backups.md).',
    isPresent: (env) => env.ARCHIVE_FOLDER !== undefined && env.DATABASE_URL !== undefined,
  },
  {
    text: 'ARCHIVE_FOLDER can not be encrypted with BACKUP_PASSPHRASE, whose key would take a second for each minute of the archive: set BACKUP_RECIPIENTS in its place.',
    isPresent: (env) => env.ARCHIVE_FOLDER !== undefined && env.BACKUP_PASSPHRASE !== undefined,
  },
  {
    text: 'METRICS_PORT must not be the PORT of the portal.',
    isPresent: (env) => env.METRICS_PORT === env.PORT && env.PORT !== 0 && isSameHost(env.HOST, env.METRICS_HOST),
  },
  {
    text: `OTEL_BSP_MAX_EXPORT_BATCH_SIZE must not be above OTEL_BSP_MAX_QUEUE_SIZE, which is ${defaultQueueSize} where it is not set.`,
    isPresent: ({ OTEL_BSP_MAX_EXPORT_BATCH_SIZE: batch = 0, OTEL_BSP_MAX_QUEUE_SIZE: queue = defaultQueueSize }) =>
      Number(batch) > Number(queue),
  },
  {
    text: 'DATABASE_APP_URL and DATABASE_SYSTEM_URL must name two users of the database of DATABASE_URL.',
    isPresent: ({ DATABASE_URL: owner, DATABASE_APP_URL: app, DATABASE_SYSTEM_URL: system }) =>
      owner !== undefined &&
      app !== undefined &&
      system !== undefined &&
      (new URL(app).username === new URL(system).username ||
        [app, system].some((url) => getPath(url) !== getPath(owner) || new URL(url).username === '')),
  },
  {
    text: 'DATABASE_CA_FILE can not stand beside sslmode=disable, sslmode=no-verify or an sslrootcert of an address: say one of both.',
    isPresent: (env) =>
      env.DATABASE_CA_FILE !== undefined &&
      listDatabaseUrls(env).some(
        ({ searchParams }) =>
          ['disable', 'no-verify'].includes(searchParams.get('sslmode') ?? '') || searchParams.has('sslrootcert'),
      ),
  },
  {
    text: 'An address with sslmode=verify-ca needs the authority: set DATABASE_CA_FILE, or an sslrootcert in it.',
    isPresent: (env) =>
      env.DATABASE_CA_FILE === undefined &&
      listDatabaseUrls(env).some(
        ({ searchParams }) => searchParams.get('sslmode') === 'verify-ca' && !searchParams.has('sslrootcert'),
      ),
  },
  {
    text: 'SECRETS_KEY must not be the AUTH_SECRET: they protect different things, so make two.',
    isPresent: (env) => env.SECRETS_KEY !== undefined && env.SECRETS_KEY === env.AUTH_SECRET,
  },
  ...madeSecrets.map((name) => ({
    text: `${name} must not be a placeholder or a pattern in production: make one (openssl rand -hex 32)${name === 'SECRETS_KEY' ? '; a key in use goes into SECRETS_KEYS_OLD' : ''}.`,
    isPresent: (env: Variables) => env.NODE_ENV === 'production' && listGuessable(env).includes(name),
  })),
];
