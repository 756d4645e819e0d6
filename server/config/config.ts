import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import * as z from 'zod';
import { isIban } from '../lib/crypto/mod97.ts';
import { isLoopback, readCertificates, toMailbox, urlHost } from './read-values.ts';
import { parseAllowedTargets, parsePortRanges } from '../lib/network/outbound-targets.ts';

/** A variable has a wrong value. The message is one line, which is printed alone. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

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
const exampleProvider = {
  name: 'Steward OÜ',
  registrationNumber: '10203040',
  iban: 'EE382200221020145685',
  bic: 'HABAEE2X',
} as const;

/** The portal's own counter. */
const ownPageViews = '/api/page-views';

const portError = 'must be a port number from 0 to 65535';

/** The largest body of the intake must fit, and be followed by another one. */
const minIntakeMib = 16;
const intakeMibError = `must be a whole number from ${minIntakeMib} up`;

const Variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, portError)
    .transform(Number)
    .refine((port) => port <= 65_535, portError)
    .default(3000),
  HOST: text('127.0.0.1'),
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
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DATA_DIR: text('./data'),
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

type Variables = z.infer<typeof Variables>;

/** Pairs of variables; the first one needs the second one. */
const companions: ReadonlyArray<readonly [keyof Variables, keyof Variables]> = [
  ['DATABASE_APP_URL', 'DATABASE_URL'],
  ['DATABASE_APP_URL', 'DATABASE_SYSTEM_URL'],
  ['DATABASE_SYSTEM_URL', 'DATABASE_APP_URL'],
  ['OIDC_ISSUER', 'OIDC_AUDIENCE'],
  ['OIDC_AUDIENCE', 'OIDC_ISSUER'],
  ['FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'],
  ['FILES_S3_SECRET_ACCESS_KEY', 'FILES_S3_ACCESS_KEY_ID'],
  ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET'],
];

export type Config = ReturnType<typeof toConfig>;

/**
 * The settings of the running product, checked. An empty variable counts as unset.
 * @throws ConfigError naming the variable and what it must be
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = Variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message} (see .env.example).`);
  }
  for (const [one, other] of companions) {
    if (parsed.data[one] !== undefined && parsed.data[other] === undefined) {
      throw new ConfigError(`${one} needs ${other} beside it (see .env.example).`);
    }
  }
  return toConfig(parsed.data);
}

/** The settings from `.env` and the environment; the environment wins. The one place that reads process.env. */
export function loadConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env');
  return readConfig(process.env);
}

/** Who may read caught mails, which contain codes and passwords: callers that name the portal's host, or all callers. */
function toOutbox({ SMTP_URL, NODE_ENV, OUTBOX }: Variables, isReachable: boolean): 'closed' | 'own-host' | 'open' {
  if (SMTP_URL !== undefined || NODE_ENV === 'production') return 'closed';
  if (OUTBOX !== undefined) return OUTBOX ? 'open' : 'closed';
  return isReachable ? 'closed' : 'own-host';
}

/** Where browsers send page views. An analytics service gets them from the portal, which counts them too. */
const toPageViewsPath = ({ PAGE_VIEWS_URL: target }: Variables) => (URL.canParse(target) ? ownPageViews : target);

/** The events API that page views are forwarded to, and the site's name there. */
function toPlausible({ PAGE_VIEWS_URL: target, PAGE_VIEWS_DOMAIN: domain, ...env }: Variables) {
  if (!URL.canParse(target)) return undefined;
  return { url: target, domain: domain ?? new URL(toPublicUrl(env)).hostname };
}

const toPublicUrl = ({ PUBLIC_URL, HOST, PORT }: Pick<Variables, 'PUBLIC_URL' | 'HOST' | 'PORT'>) =>
  (PUBLIC_URL ?? `http://${urlHost(HOST)}:${PORT}`).replace(/\/+$/, '');

function toConfig(env: Variables) {
  const dataDir = resolve(env.DATA_DIR);
  const isReachable = !isLoopback(env.HOST) || env.NODE_ENV === 'production';
  return {
    environment: env.NODE_ENV,
    logLevel: env.LOG_LEVEL,
    /** Absolute. */
    dataDir,
    /** Whether the demo companies are seeded once. */
    demo: env.DEMO ?? (env.DATABASE_URL === undefined && !isReachable),
    /** Whether other machines may reach the portal, so that nothing of the demo is served unless DEMO says so. */
    isReachable,
    /** Whether the demo companies get two years of conversations, sent in the background after start. */
    demoConversations: env.DEMO_CONVERSATIONS,
    signUp: env.SIGN_UP,
    http: {
      host: env.HOST,
      port: env.PORT,
      publicUrl: toPublicUrl(env),
      /** Whether the client's address is taken from X-Forwarded-For. */
      trustProxy: env.TRUST_PROXY,
      /** Limit of calls from one network to public endpoints, reads excluded. */
      rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
      /** Limit of what one intake key sends, decompressed. */
      intakeBytesPerMinute: env.INTAKE_MIB_PER_MINUTE * 1024 * 1024,
    },
    database: toDatabase(env, dataDir),
    secrets: { auth: env.AUTH_SECRET, key: env.SECRETS_KEY, olderKeys: env.SECRETS_KEYS_OLD },
    oidc: env.OIDC_ISSUER && env.OIDC_AUDIENCE ? { issuer: env.OIDC_ISSUER, audience: env.OIDC_AUDIENCE } : undefined,
    /** Without `smtpUrl` mail is caught under the data folder. */
    mail: { smtpUrl: env.SMTP_URL, from: toMailbox(env.MAIL_FROM), outbox: toOutbox(env, isReachable) },
    files: toFiles(env, dataDir),
    /** What connection tests may call. */
    outbound: {
      ports: env.OUTBOUND_PORTS,
      allowed: env.OUTBOUND_ALLOWED,
      /** In PEM form. */
      caCertificates: env.OUTBOUND_CA_FILE,
      iamUrl: env.IBM_IAM_URL,
    },
    brand: {
      product: env.BRAND_PRODUCT,
      assistant: env.BRAND_ASSISTANT,
      provider: env.BRAND_PROVIDER,
      supportEmail: env.SUPPORT_EMAIL,
      supportPhone: env.SUPPORT_PHONE,
    },
    provider: readProvider(env),
    web: { mainApiUrl: env.API_MAIN_URL, devApiUrl: env.API_DEV_URL, pageViewsUrl: toPageViewsPath(env) },
    plausible: toPlausible(env),
  };
}

/** Issuer and bank account of invoices. */
function readProvider(env: Variables) {
  return {
    product: env.BRAND_PRODUCT,
    name: env.PROVIDER_NAME,
    addressLines: env.PROVIDER_ADDRESS.split(',').map((line) => line.trim()),
    registrationNumber:
      env.PROVIDER_REGISTRATION_NUMBER ??
      (env.PROVIDER_NAME === exampleProvider.name ? exampleProvider.registrationNumber : null),
    vatNumber: env.PROVIDER_VAT_NUMBER,
    vatPercent: env.PROVIDER_VAT_PERCENT,
    iban: env.PROVIDER_IBAN,
    bic: env.PROVIDER_BIC ?? (env.PROVIDER_IBAN === exampleProvider.iban ? exampleProvider.bic : null),
    email: env.SUPPORT_EMAIL,
    phone: env.SUPPORT_PHONE,
  };
}

function toDatabase(env: Variables, dataDir: string) {
  if (env.DATABASE_URL === undefined) return { kind: 'embedded', dataDir } as const;
  return {
    kind: 'url',
    url: env.DATABASE_URL,
    appUrl: env.DATABASE_APP_URL,
    systemUrl: env.DATABASE_SYSTEM_URL,
  } as const;
}

function toFiles(env: Variables, dataDir: string) {
  if (env.FILES_S3_BUCKET === undefined) return { kind: 'local', folder: resolve(dataDir, 'files') } as const;
  return {
    kind: 's3',
    bucket: env.FILES_S3_BUCKET,
    endpoint: env.FILES_S3_ENDPOINT,
    region: env.FILES_S3_REGION,
    /** Unset: the SDK's own sources (environment, instance role). */
    credentials:
      env.FILES_S3_ACCESS_KEY_ID && env.FILES_S3_SECRET_ACCESS_KEY
        ? { accessKeyId: env.FILES_S3_ACCESS_KEY_ID, secretAccessKey: env.FILES_S3_SECRET_ACCESS_KEY }
        : undefined,
  } as const;
}
