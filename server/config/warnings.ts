import type { Config } from './config.ts';
import { isLoopback } from './read-values.ts';

const list = new Intl.ListFormat('en-GB');

/**
 * Lists what an installation that others reach still lacks, a sentence each; empty where only this machine reaches it.
 * None of it stops a start, because each can be meant.
 */
export function listConfigWarnings(config: Config): string[] {
  const { reachableBy, mail, provider, brand, demo, isSignUpSaid, guessable, database, secrets } = config;
  const ofEach = [...listTraceWarnings(config), ...listDatabaseWarnings(config)];
  if (reachableBy === undefined) return ofEach;
  return [
    ...ofEach,
    ...guessable.map(
      (name) => `${name} is a placeholder or a pattern, which others can guess: make one (openssl rand -hex 32).`,
    ),
    mail.smtpUrl === undefined
      ? 'E-mails are only caught in DATA_DIR/mail and reach no one: set SMTP_URL.'
      : mail.from.address.endsWith('.example') && 'The sender of e-mails is that of the example: set MAIL_FROM.',
    provider.ofExample.length > 0 &&
      `${provider.isExample ? 'The issuer of invoices is that of the example, so that none is issued' : 'Invoices and mails show what the example has'}: set ${list.format(provider.ofExample)}.`,
    brand.supportEmail.endsWith('.example') && 'The address for support is that of the example: set SUPPORT_EMAIL.',
    !isSignUpSaid &&
      'Anyone who reaches the portal can sign up a company and use it at once: set SIGN_UP=approval or SIGN_UP=closed, or SIGN_UP=open where it is meant.',
    demo && 'The demo accounts are served with their published password: unset DEMO.',
    ...listAddressWarnings(config),
    database.kind === 'url' &&
      (secrets.auth === undefined || secrets.key === undefined) &&
      'AUTH_SECRET and SECRETS_KEY are generated in DATA_DIR, which another portal on the database does not have: set both, and keep a copy.',
  ].filter((warning) => warning !== false);
}

/** Not refused, because a network may be closed, and TLS may end where the portal does not see it. */
function listAddressWarnings({ http: { publicUrl, hasOwnAddress } }: Config): string[] {
  if (!hasOwnAddress)
    return ['Links in e-mails lead to this machine alone: set PUBLIC_URL to the address that people open.'];
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopback(hostname)
    ? []
    : [
        'Passwords and cookies go unencrypted to PUBLIC_URL: put a proxy with a certificate before the portal, and write https there.',
      ];
}

/** TLS of the database that trusts more than its own server. */
function listDatabaseWarnings({ database }: Config): string[] {
  if (database.kind !== 'url') return [];
  const { searchParams } = new URL(database.url);
  const mode = searchParams.get('sslmode');
  // An address with verify-ca has its authority, or is refused.
  const isVerified = mode === 'verify-full' || mode === 'verify-ca';
  const isWithout = mode === null || mode === 'disable' || searchParams.get('host')?.startsWith('/');
  if (isVerified || isWithout) return [];
  return [
    `The connections to the database are encrypted, and by sslmode=${mode} its certificate is not verified fully: set DATABASE_CA_FILE and sslmode=verify-full.`,
  ];
}

/** Traces are sent as JSON over HTTP, whatever else an environment of many programs says. */
function listTraceWarnings({ traces }: Config): string[] {
  if (traces === undefined) return [];
  const { url, protocol = 'http/json' } = traces;
  const { port, pathname } = new URL(url);
  return [
    protocol === 'grpc' || port === '4317'
      ? 'Traces are sent over HTTP and never by gRPC: set the address of the receiver for HTTP (often port 4318) in OTEL_EXPORTER_OTLP_ENDPOINT.'
      : '',
    pathname.endsWith('/v1/traces/v1/traces')
      ? 'OTEL_EXPORTER_OTLP_ENDPOINT ends with /v1/traces, which is added to it: leave that out, or set OTEL_EXPORTER_OTLP_TRACES_ENDPOINT.'
      : '',
  ].filter((warning) => warning !== '');
}
