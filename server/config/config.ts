import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { checkVariables, ConfigError, type AllVariables, type Environment } from './check-variables.ts';
import { exampleProvider, listOfExample } from './example-provider.ts';
import { isLoopback, toMailbox, urlHost } from './read-values.ts';
import { fileName } from './secret-files.ts';
import { describeUnknownName, listUnknownNames } from './unknown-names.ts';
import { readVersion } from './version.ts';
import { listGuessable, ownPageViews, secretNames, Variables } from './variables.ts';

export type Config = ReturnType<typeof toConfig>;

/**
 * The settings of the running product, checked. An empty variable counts as unset; a secret may stand in a file.
 * @throws ConfigError naming the variable and what it must be
 */
export const readConfig = (env: Environment): Config => toConfig(checkVariables(env));

/** The settings from `.env` and the environment; the environment wins. The one place that reads process.env. */
export function loadConfig(): Config {
  if (existsSync('.env')) readEnvFile();
  return readConfig(process.env);
}

function readEnvFile() {
  try {
    loadEnvFile('.env');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`The file .env can not be read (${code}): let this user read it, or delete it.`, {
      cause: error,
    });
  }
}

/** Names of the settings that the environment has, for the log, which shows no value. */
export const listSettings = (): string[] =>
  [...Object.keys(Variables.shape), ...secretNames.map(fileName)].filter((name) => process.env[name]?.trim());

/** Names in the environment that may be meant for the portal and are no setting, as lines for the log. */
export const describeUnknownNames = (): string[] => listUnknownNames(Object.keys(process.env)).map(describeUnknownName);

/** Who may read caught mails, which contain codes and passwords: callers that name the portal's host, or all callers. */
function toOutbox({ SMTP_URL, NODE_ENV, OUTBOX }: Variables, isReachable: boolean): 'closed' | 'own-host' | 'open' {
  if (SMTP_URL !== undefined || NODE_ENV === 'production') return 'closed';
  if (OUTBOX !== undefined) return OUTBOX ? 'open' : 'closed';
  return isReachable ? 'closed' : 'own-host';
}

/**
 * Path to which browsers send page views. For an analytics service it is the portal's own, which counts and forwards
 * them.
 */
const toPageViewsPath = ({ PAGE_VIEWS_URL: target }: Variables) => (URL.canParse(target) ? ownPageViews : target);

/** The events API that page views are forwarded to, and the site's name there. */
function toPlausible({ PAGE_VIEWS_URL: target, PAGE_VIEWS_DOMAIN: domain, ...env }: Variables) {
  if (!URL.canParse(target)) return undefined;
  return { url: target, domain: domain ?? new URL(toPublicUrl(env)).hostname };
}

const toPublicUrl = ({ PUBLIC_URL, HOST, PORT }: Pick<Variables, 'PUBLIC_URL' | 'HOST' | 'PORT'>) =>
  (PUBLIC_URL ?? `http://${urlHost(HOST)}:${PORT}`).replace(/\/+$/, '');

/**
 * The variable by which other machines may reach the portal; undefined while only this one does. A loopback HOST alone says
 * nothing, because a proxy on this machine passes on what comes from others.
 */
function findReach({ HOST, NODE_ENV, PUBLIC_URL, TRUST_PROXY }: Variables) {
  if (!isLoopback(HOST)) return 'HOST';
  if (NODE_ENV === 'production') return 'NODE_ENV';
  if (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname)) return 'PUBLIC_URL';
  return TRUST_PROXY ? 'TRUST_PROXY' : undefined;
}

function toConfig(env: AllVariables) {
  const dataDir = resolve(env.DATA_DIR);
  const reachableBy = findReach(env);
  const version = readVersion();
  return {
    /** Version of the running program; no setting. */
    version,
    log: { level: env.LOG_LEVEL, levels: env.LOG_LEVELS, version: version.version },
    /** Absolute. */
    dataDir,
    /** Whether the demo companies are seeded once. */
    demo: env.DEMO ?? (env.DATABASE_URL === undefined && reachableBy === undefined),
    /** By which variable other machines may reach the portal, so that nothing of the demo is served unless DEMO says so. */
    reachableBy,
    /** Whether the demo companies get two years of conversations, sent in the background after start. */
    demoConversations: env.DEMO_CONVERSATIONS,
    signUp: env.SIGN_UP ?? ('open' as const),
    /** Whether the operator has said who may sign up. */
    isSignUpSaid: env.SIGN_UP !== undefined,
    http: toHttp(env),
    /** Delay of the event loop in milliseconds above which work that can wait is refused. */
    maxLoopDelayMs: env.MAX_LOOP_DELAY_MS,
    /** Rows that a download brings at most. */
    maxStreamedRows: env.EXPORT_STREAM_ROWS,
    /** Rows that a file has at most that is prepared in the background. */
    maxFileRows: env.EXPORT_FILE_ROWS,
    /** Below it the disk counts as full; the embedded database has a reserve file of that size. 0: not watched. */
    diskReserveBytes: env.DISK_RESERVE_MIB * 1024 * 1024,
    /** Address that serves the portal's own metrics; undefined without METRICS_PORT. */
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    traces: toTraces(env),
    database: toDatabase(env, dataDir),
    backup: toBackup(env, dataDir),
    archive: toArchive(env, dataDir),
    /** Days before a scheduled deletion of a company, and years for which its issued invoices are kept afterwards. */
    deletion: { waitingDays: env.COMPANY_DELETION_DAYS, invoiceYears: env.INVOICE_KEEP_YEARS },
    secrets: {
      auth: env.AUTH_SECRET,
      key: env.SECRETS_KEY,
      olderKeys: env.SECRETS_KEYS_OLD,
    },
    /** The operator says that the key of what is stored is lost. */
    isKeyLost: env.SECRETS_KEY_LOST,
    /** Secrets that are placeholders or patterns, by their variables; in production the start refuses them. */
    guessable: listGuessable(env),
    oidc: toTokenIssuer(env),
    signInIssuer: toSignInIssuer(env),
    /** In place of AWS, for every user pool. */
    cognitoEndpoint: env.COGNITO_ENDPOINT,
    /** Without `smtpUrl` mail is caught under the data folder. */
    mail: { smtpUrl: env.SMTP_URL, from: toMailbox(env.MAIL_FROM), outbox: toOutbox(env, reachableBy !== undefined) },
    files: toFiles(env, dataDir),
    outbound: toOutbound(env),
    brand: toBrand(env),
    provider: readProvider(env),
    web: { mainApiUrl: env.API_MAIN_URL, devApiUrl: env.API_DEV_URL, pageViewsUrl: toPageViewsPath(env) },
    plausible: toPlausible(env),
  };
}

function toHttp(env: Variables) {
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: toPublicUrl(env),
    hasOwnAddress: env.PUBLIC_URL !== undefined,
    /** Whether the client's address is taken from X-Forwarded-For. */
    trustProxy: env.TRUST_PROXY,
    /** Limit of calls from one network to public endpoints, reads excluded. */
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    /** Limit of what one intake key sends, decompressed. */
    intakeBytesPerMinute: env.INTAKE_MIB_PER_MINUTE * 1024 * 1024,
    /** For how long a stopping portal still takes connections, while it says that it is not ready. */
    leaveMs: env.DRAIN_SECONDS * 1000,
  };
}

/** Destinations and certificates of outbound calls, such as connection tests. */
const toOutbound = (env: Variables) => ({
  ports: env.OUTBOUND_PORTS,
  allowed: env.OUTBOUND_ALLOWED,
  /** In PEM form. */
  caCertificates: env.OUTBOUND_CA_FILE,
  iamUrl: env.IBM_IAM_URL,
  viesUrl: env.VIES_URL,
});

function toBrand(env: Variables) {
  return {
    product: env.BRAND_PRODUCT,
    assistant: env.BRAND_ASSISTANT,
    provider: env.BRAND_PROVIDER,
    supportEmail: env.SUPPORT_EMAIL,
    supportPhone: env.SUPPORT_PHONE,
  };
}

/** The issuer whose identity tokens the API accepts. */
function toTokenIssuer(env: Variables) {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_TRUST_EMAIL: trustsEmail } = env;
  return issuer && audience ? { issuer, audience, trustsEmail } : undefined;
}

/** The issuer by which users of all companies can sign in. */
function toSignInIssuer(env: Variables) {
  const { OIDC_SIGN_IN_ISSUER: issuer, OIDC_SIGN_IN_CLIENT_ID: clientId } = env;
  const trustsEmail = env.OIDC_SIGN_IN_TRUST_EMAIL;
  return issuer && clientId
    ? { issuer, clientId, clientSecret: env.OIDC_SIGN_IN_CLIENT_SECRET, trustsEmail }
    : undefined;
}

/** Receiver of the portal's own traces; undefined without one. */
function toTraces(env: AllVariables) {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER?.toLowerCase() === 'none')
    return undefined;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = env;
  const url = own ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL;
  return url === undefined ? undefined : { url, serviceName: env.OTEL_SERVICE_NAME, protocol };
}

/** Issuer and bank account of invoices. */
function readProvider(env: Variables) {
  return {
    product: env.BRAND_PRODUCT,
    name: env.PROVIDER_NAME,
    addressLines: env.PROVIDER_ADDRESS.split(',').map((line) => line.trim()),
    peppolId: env.PROVIDER_PEPPOL_ID ?? null,
    registrationNumber:
      env.PROVIDER_REGISTRATION_NUMBER ??
      (env.PROVIDER_NAME === exampleProvider.name ? exampleProvider.registrationNumber : null),
    vatNumber: env.PROVIDER_VAT_NUMBER,
    vatRates: env.PROVIDER_VAT_PERCENT,
    timeZone: env.PROVIDER_TIME_ZONE,
    graceDays: env.PERIOD_CLOSE_GRACE_DAYS,
    invoicePrefix: env.INVOICE_SERIES === 'customer' ? null : env.INVOICE_SERIES,
    iban: env.PROVIDER_IBAN,
    bic: env.PROVIDER_BIC ?? (env.PROVIDER_IBAN === exampleProvider.iban ? exampleProvider.bic : null),
    email: env.SUPPORT_EMAIL,
    phone: env.SUPPORT_PHONE,
    /** Names of variables that are still those of the example. */
    ofExample: listOfExample(env),
    /** In production no invoice is issued with the name or the account of the example. */
    isExample:
      env.NODE_ENV === 'production' &&
      (env.PROVIDER_NAME === exampleProvider.name || env.PROVIDER_IBAN === exampleProvider.iban),
  };
}

function toDatabase(env: Variables, dataDir: string) {
  if (env.DATABASE_URL === undefined) {
    return { kind: 'embedded', dataDir, ...(env.ARCHIVE_FOLDER !== undefined && { isArchived: true }) } as const;
  }
  return {
    kind: 'url',
    url: withTls(env.DATABASE_URL, env),
    appUrl: env.DATABASE_APP_URL && withTls(env.DATABASE_APP_URL, env),
    systemUrl: env.DATABASE_SYSTEM_URL && withTls(env.DATABASE_SYSTEM_URL, env),
  } as const;
}

/**
 * The address with its authority, by which every connection that is derived from it has it too, and with the mode of DATABASE_URL where it
 * says none: the password of another role would else go unencrypted.
 */
function withTls(address: string, { DATABASE_URL = '', DATABASE_CA_FILE: authority }: Variables): string {
  const hasMode = new URL(address).searchParams.has('sslmode');
  const mode = URL.parse(DATABASE_URL)?.searchParams.get('sslmode') ?? (authority && 'verify-full');
  const added = [
    ...(hasMode || !mode ? [] : [`sslmode=${mode}`]),
    ...(authority ? [`sslrootcert=${encodeURIComponent(authority)}`] : []),
  ];
  return added.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${added.join('&')}`;
}

function toBackup(env: Variables, dataDir: string) {
  return {
    /** Time of day in UTC, like `02:30`; undefined: no scheduled backup. */
    at: env.BACKUP_AT,
    folder: resolve(env.BACKUP_FOLDER ?? resolve(dataDir, 'backups')),
    /** How many scheduled backups are kept. */
    keep: env.BACKUP_KEEP,
    recipients: env.BACKUP_RECIPIENTS,
    passphrase: env.BACKUP_PASSPHRASE,
    /** A file for recipients alone can not be decrypted here, so that it can not be verified. */
    isVerified: env.BACKUP_VERIFY && (env.BACKUP_RECIPIENTS ?? []).length === 0,
  };
}

/** The archive by which any point in time can be restored. */
function toArchive(env: Variables, dataDir: string) {
  if (env.ARCHIVE_FOLDER === undefined) return undefined;
  return {
    folder: resolve(env.ARCHIVE_FOLDER),
    /** For so many days back any point can be restored. */
    days: env.ARCHIVE_DAYS,
    /** Copies of stored files, until they are in the archive. */
    waitingFiles: resolve(dataDir, 'archive-waiting'),
  };
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
