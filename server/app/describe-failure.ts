import { ConfigError } from '../config/check-variables.ts';
import {
  DatabaseRefused,
  DatabaseUnavailable,
  findPostgresError,
  toDatabaseError,
} from '../database/connection/errors.ts';
import { describeTlsFailure, findTlsCode } from '../lib/database-tls.ts';
import { StorageFailed } from '../lib/storage-failed.ts';
import { serializeError } from '../lib/serialize-error.ts';

type ErrorKind = abstract new (...args: never[]) => Error;

/**
 * Why a program can not go on, in one line that says what to do. That of a fault of the program itself names its place in the
 * code; none quotes a value of a row.
 * @param ownKinds errors whose message is such a line
 * @param addressName of the setting or argument that names the database
 */
export function describeFailure(
  error: unknown,
  ownKinds: readonly ErrorKind[] = [],
  addressName = 'DATABASE_URL',
): string {
  if ([ConfigError, DatabaseRefused, StorageFailed, ...ownKinds].some((kind) => error instanceof kind)) {
    return toLine((error as Error).message);
  }
  return (
    describeListening(error) ??
    describeTlsFailure(error) ??
    denials[findPostgresError(error)?.code ?? ''] ??
    describeOtherTls(error) ??
    describeSystem(error, addressName)
  );
}

/** A connection that does not say whose it is. */
function describeOtherTls(error: unknown): string | undefined {
  const code = findTlsCode(error);
  return code && `A connection by TLS failed (${code}): look at the certificate of what is called.`;
}

/** By the call of the system that failed; else a fault. */
function describeSystem(error: unknown, addressName: string): string {
  const { syscall, code = '', path } = (error ?? {}) as NodeJS.ErrnoException;
  // A socket that is not there is a database that is away.
  const isFile = path !== undefined && syscall !== 'connect' && code !== 'ENOSPC';
  if (isFile && syscall !== undefined) return describeFile({ syscall, code, path });
  const away = describeUnavailable(error, addressName);
  if (away !== undefined) return away;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return describeConnection(error as ListenCause);
  return syscall === undefined ? describeFault(error) : describeFile({ syscall, code, path });
}

function describeUnavailable(error: unknown, addressName: string): string | undefined {
  const known = toDatabaseError(error);
  return known instanceof DatabaseUnavailable ? unavailable[known.reason](addressName) : undefined;
}

const toLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim();

const unavailable: Readonly<Record<DatabaseUnavailable['reason'], (addressName: string) => string>> = {
  unreachable: (name) => `The database can not be reached: start it, or correct its address (${name}).`,
  full: () => 'The disk is full: free some space, and try again.',
  busy: () => 'The database is busy, or can only be read: try again later.',
};

/** The variables that set where something listens. */
interface ListenerNames {
  readonly host: string;
  readonly port: string;
}

/** A listener could not begin. */
class ListenFailed extends Error {
  override name = 'ListenFailed';
  readonly names: ListenerNames;

  constructor(names: ListenerNames, cause: Error) {
    super(cause.message, { cause });
    this.names = names;
  }
}

/** Begins to listen. @throws ListenFailed */
export async function listenAs<T>(names: ListenerNames, begin: () => Promise<T>): Promise<T> {
  try {
    return await begin();
  } catch (error) {
    throw new ListenFailed(names, error as Error);
  }
}

interface ListenCause extends NodeJS.ErrnoException {
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
}

const listenFailures: Readonly<Record<string, (cause: ListenCause, names: ListenerNames) => string>> = {
  EADDRINUSE: ({ port }, names) =>
    `${names.port} ${port} is already in use: stop what listens there, or set another ${names.port}.`,
  EACCES: ({ port }, names) => `${names.port} ${port} may not be used by this account: set another ${names.port}.`,
};

function describeListening(error: unknown): string | undefined {
  if (!(error instanceof ListenFailed)) return undefined;
  const { names } = error;
  const cause = error.cause as ListenCause;
  const describe = listenFailures[cause.code ?? ''];
  if (describe) return describe(cause, names);
  const address = cause.address ?? cause.hostname ?? '';
  return toLine(`${names.host} ${address} is no address of this machine: set another ${names.host}.`);
}

/** By SQLSTATE; others are those of a fault. */
const denials: Readonly<Record<string, string>> = {
  '28P01': 'The database does not know the user, or its password is wrong: correct the address.',
  '28000': 'The database does not let this user in: correct the address, or its pg_hba.conf.',
  '3D000': 'There is no such database on the server: create it, or correct the address.',
  '42501': 'The user of the database may not do that: name the owner of the database.',
};

const fileReasons: Readonly<Record<string, string>> = {
  EACCES: 'it may not be used by this user',
  EPERM: 'it may not be used by this user',
  ENOENT: 'it is not there',
  EROFS: 'its disk can only be read',
  ENOTDIR: 'it lies below a file',
  EISDIR: 'it is a folder',
};

/** A connection of a part that does not say what it is; its address shows which setting it is of. */
function describeConnection({ code, address, hostname, port }: ListenCause): string {
  const place = [address ?? hostname ?? 'an address of the settings', ...(port === undefined ? [] : [port])].join(':');
  return `${place} can not be connected to (${code}): start what runs there, or correct the address.`;
}

function describeFile({ syscall, code, path }: { syscall: string; code: string; path: string | undefined }): string {
  const reason = fileReasons[code] ?? code;
  return `${path ?? 'A file or connection'} can not be used: ${reason} (${syscall}).`;
}

function describeFault(error: unknown): string {
  const { type = typeof error, message = '', code, stack = '' } = serializeError(error) ?? {};
  const [place = ''] = stack.split('\n');
  return toLine(`This is a fault of the program: ${type}${code ? ` ${code}` : ''}: ${message} ${place}`);
}
