import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

/** How a connection to PostgreSQL is made: the address without its part about TLS, which the driver reads otherwise. */
export interface DatabaseConnection {
  readonly connectionString: string;
  /** False: never; undefined: as the driver does by itself, i.e. not. */
  readonly ssl?: false | ConnectionOptions;
  /** `direct` begins with TLS (PostgreSQL 17). */
  readonly sslnegotiation?: 'direct';
}

/** Modes of an address; `allow` and `prefer` would send the password unencrypted where a server, or who stands before it, wants it. */
export const sslModes = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;
type SslMode = (typeof sslModes)[number];

/** Parameters of an address that name files. */
export const tlsFiles = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const tlsNames = ['sslmode', ...tlsFiles];

const isSocket = ({ hostname, searchParams }: URL) =>
  (searchParams.get('host') ?? decodeURIComponent(hostname)).startsWith('/');

/**
 * Reads what an address says of TLS as libpq does, because operators know it from there: `require` encrypts, and with an authority also
 * verifies that it has signed the certificate (`verify-ca`); `verify-full` verifies its name too. The driver would take all of them for
 * `verify-full`. An authority without a mode is verified fully.
 * @throws where a file can not be read
 */
export function toDatabaseConnection(address: string): DatabaseConnection {
  const url = new URL(address);
  if (!tlsNames.some((name) => url.searchParams.has(name))) return { connectionString: address };
  const get = (name: string) => url.searchParams.get(name) ?? undefined;
  const [mode, authority] = [get('sslmode') as SslMode | undefined, get('sslrootcert')];
  const files = { cert: get('sslcert'), key: get('sslkey') };
  // In the address it would turn the driver's own TLS on, which knows no authority.
  const isDirect = get('sslnegotiation') === 'direct';
  for (const name of [...tlsNames, 'sslnegotiation']) url.searchParams.delete(name);
  const connectionString = url.href;
  if (mode === 'disable' || isSocket(url)) return { connectionString, ssl: false };
  const own = Object.fromEntries(
    Object.entries(files).flatMap(([name, path]) => (path === undefined ? [] : [[name, readFileSync(path, 'utf8')]])),
  );
  const ca = authority === undefined || authority === 'system' ? undefined : readFileSync(authority, 'utf8');
  const ssl = { ...own, ...toVerification(mode, ca) };
  return { connectionString, ssl, ...(isDirect && { sslnegotiation: 'direct' as const }) };
}

function toVerification(mode: SslMode = 'verify-full', ca: string | undefined): ConnectionOptions {
  if (mode === 'verify-full') return ca === undefined ? {} : { ca };
  if (ca === undefined || mode === 'no-verify') return { rejectUnauthorized: false };
  return { ca, checkServerIdentity: () => undefined };
}

const unknownAuthority =
  'no authority that is trusted here has signed its certificate: name the file of the right one in DATABASE_CA_FILE';
const wrongTime = 'its certificate is not valid today: renew it there, or correct the clock of this machine';

/** By the code of OpenSSL or Node. */
const reasons: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_SIGNATURE_FAILURE: unknownAuthority,
  CERT_HAS_EXPIRED: wrongTime,
  CERT_NOT_YET_VALID: wrongTime,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: write the host of the address as it stands there',
};

/** By the words of the driver and of PostgreSQL. */
const texts: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
  [
    /^The server does not support SSL connections/,
    'it has no TLS: turn it on there (ssl = on), or say sslmode=disable where the network between is trusted',
  ],
  [
    /^no pg_hba\.conf entry .*no encryption/,
    'it lets this user in by TLS alone: add sslmode=verify-full to the address',
  ],
  [/requires a valid client certificate/, 'it wants a certificate of this user: add sslcert and sslkey to the address'],
];

const isOfTls = (code: string) => code in reasons || /^(?:EPROTO|ERR_SSL_|ERR_OSSL_)/.test(code);

function* listCauses(error: unknown): Generator<NodeJS.ErrnoException> {
  for (let depth = 0, current = error; depth < 5 && current instanceof Error; depth += 1, current = current.cause)
    yield current;
}

const ofDatabase = new WeakSet<Error>();

/** Notes that a connection to PostgreSQL failed by this error: the codes of OpenSSL and of the system are the same for a mail server. */
export const noteOfDatabase = (error: Error): void => void ofDatabase.add(error);
export const isOfDatabase = (error: Error): boolean => ofDatabase.has(error);

/** Code of a failed TLS connection, to whatever it was; undefined for any other error. */
export function findTlsCode(error: unknown): string | undefined {
  return [...listCauses(error)].find(({ code = '' }) => isOfTls(code))?.code;
}

/** Why TLS with the database fails, as a sentence that says what to do; undefined for any other error. */
export function describeTlsFailure(error: unknown): string | undefined {
  for (const current of listCauses(error)) {
    const { code = '', message } = current;
    const isOwn = isOfDatabase(current);
    const reason = (isOwn ? reasons[code] : undefined) ?? texts.find(([pattern]) => pattern.test(message))?.[1];
    if (reason !== undefined) return `There is no TLS with the database: ${reason}.`;
    if (isOwn && isOfTls(code)) return `There is no TLS with the database (${code}): look at its log.`;
  }
  return undefined;
}
