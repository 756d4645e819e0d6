import pg from 'pg';
import type { ProblemCode } from '#contract/problems.ts';
import { describeTlsFailure, isOfDatabase, noteOfDatabase } from '../../lib/database-tls.ts';
import { findOutage, type Outage } from '../../lib/outages.ts';

const outageTexts = {
  unreachable: 'the database does not answer; calls end in 503 until it does',
  busy: 'the database is too busy, or can only be read; calls end in 503 until it is not',
  full: 'the disk of the database is full; calls end in 503 until space is freed',
};

/**
 * The database can not serve right now: gone, full or too busy. The work was rolled back, except where the connection
 * was lost during the commit; then only an idempotency key can find out. Answered as 503 with Retry-After.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  readonly reason: 'unreachable' | 'full' | 'busy';
  readonly retryAfterSeconds: number;
  readonly outage: Outage;

  constructor(reason: DatabaseUnavailable['reason'], options?: ErrorOptions) {
    super(`The database is ${reason}.`, options);
    this.reason = reason;
    this.retryAfterSeconds = reason === 'full' ? 30 : 2;
    this.outage = { part: 'database', text: outageTexts[reason], needsOperator: reason !== 'busy' };
  }
}

/** The start can not go on. The message is one line, fit to be the only thing printed. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused';
}

const unreachableCodes = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED ENOENT EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN'.split(' '),
);
const nameLookupCodes = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const connectionLossTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/**
 * States that pass by themselves, by SQLSTATE: the call is answered 503 and repeated. Whole classes end with `*`. A code that is
 * missing here becomes 500, which assistants do not repeat.
 */
export const passingStates: Readonly<
  Record<string, { readonly reason: DatabaseUnavailable['reason']; readonly why: string }>
> = {
  '08*': { reason: 'unreachable', why: 'the connection failed' },
  '57P01': { reason: 'unreachable', why: 'the server is shut down' },
  '57P02': { reason: 'unreachable', why: 'the server crashed' },
  '57P03': { reason: 'unreachable', why: 'the server starts or recovers' },
  '57P05': { reason: 'unreachable', why: 'an idle session was ended' },
  '25P03': { reason: 'unreachable', why: 'an idle transaction was ended with its session' },
  '25P04': { reason: 'unreachable', why: 'a long transaction was ended with its session' },
  '53300': { reason: 'unreachable', why: 'no connection is free' },
  '28P01': { reason: 'unreachable', why: 'the password of a role is just being changed' },
  '53100': { reason: 'full', why: 'the disk is full' },
  '53000': { reason: 'busy', why: 'the server lacks something' },
  '53200': { reason: 'busy', why: 'the server has no memory free' },
  '53400': { reason: 'busy', why: 'a limit of the server is reached, such as that of temporary files' },
  '55P03': { reason: 'busy', why: 'a lock was not got in time' },
  '55006': { reason: 'busy', why: 'an object is in use' },
  '57014': { reason: 'busy', why: 'the statement took too long, or was cancelled' },
  '40001': { reason: 'busy', why: 'transactions could not be put into an order' },
  '40P01': { reason: 'busy', why: 'transactions waited for each other' },
  '40003': { reason: 'busy', why: 'whether the statement was done is not known' },
  '25006': { reason: 'busy', why: 'the database was moved or is a standby, and can only be read' },
  '25P02': { reason: 'busy', why: 'a statement before it ended the transaction' },
  SH001: { reason: 'busy', why: 'the shard is just being moved (distribution/shard-functions)' },
};

/** Without a SQLSTATE of their own: tables are just being changed by another program. */
const passingTexts = /^(cached plan must not change result type|tuple concurrently (?:updated|deleted))/;

function findPassing(error: pg.DatabaseError): DatabaseUnavailable['reason'] | undefined {
  const { code = '', message } = error;
  const state = passingStates[code] ?? passingStates[`${code.slice(0, 2)}*`];
  return state?.reason ?? (passingTexts.test(message) ? 'busy' : undefined);
}

/** The error PostgreSQL sent, also where another error carries it as its `cause`. */
export function findPostgresError(error: unknown): pg.DatabaseError | undefined {
  for (let depth = 0, current = error; depth < 5 && current instanceof Error; depth += 1, current = current.cause) {
    if (current instanceof pg.DatabaseError) return current;
  }
  return undefined;
}

/** Whether it says by itself that files, mail or an issuer are away, by the same codes of the system. */
const isOfOtherPart = (error: unknown) => (findOutage(error)?.part ?? 'database') !== 'database';

const isOfConnection = ({ code = '' }: NodeJS.ErrnoException) =>
  unreachableCodes.has(code) || nameLookupCodes.has(code);

const connectionCalls = new Set(['connect', 'getaddrinfo']);

/** Whether something could not be connected to, without saying what it is. */
export function isConnectionFailure(error: unknown): boolean {
  for (let depth = 0, current = error; depth < 5 && current instanceof Error; depth += 1, current = current.cause) {
    // The error of a name with several addresses has one for each.
    const [failure] = current instanceof AggregateError ? (current.errors as unknown[]) : [current];
    if (connectionCalls.has((failure as NodeJS.ErrnoException | undefined)?.syscall ?? '')) return true;
  }
  return false;
}

/**
 * Whether the connection to the database is gone, or was never made; a server that does not let the user in is none of both. Of the codes
 * of the system those of the driver's own connections alone count: every part that is away has the same.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (isOfOtherPart(error)) return false;
  const postgres = findPostgresError(error);
  if (postgres) return findPassing(postgres) === 'unreachable' && postgres.code !== '28P01';
  for (let depth = 0, current = error; depth < 5 && current instanceof Error; depth += 1, current = current.cause) {
    if ((isOfDatabase(current) && isOfConnection(current)) || connectionLossTexts.test(current.message)) return true;
  }
  return false;
}

/** Whether PostgreSQL or the file system had no space. */
export function isDiskFullError(error: unknown): boolean {
  if (findPostgresError(error)?.code === '53100') return true;
  for (let depth = 0, current = error; depth < 5 && current instanceof Error; depth += 1, current = current.cause) {
    if ((current as NodeJS.ErrnoException).code === 'ENOSPC') return true;
    if ((current as NodeJS.ErrnoException).code === 'EDQUOT') return true;
  }
  return false;
}

/** `error`, or the DatabaseUnavailable it amounts to. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (isConnectionLoss(error) || describeTlsFailure(error) !== undefined)
    return new DatabaseUnavailable('unreachable', { cause: error });
  if (isDiskFullError(error)) return new DatabaseUnavailable('full', { cause: error });
  const postgres = findPostgresError(error);
  const reason = postgres && findPassing(postgres);
  return reason === undefined ? error : new DatabaseUnavailable(reason, { cause: error });
}

/** The same for an error of connections that others open to the database, such as the queue of jobs. */
export function toOwnDatabaseError(error: unknown): unknown {
  if (error instanceof Error) noteOfDatabase(error);
  return toDatabaseError(error);
}

/** The problem code of a violated constraint; undefined for any other error. */
export function toProblemCode(error: unknown): ProblemCode | undefined {
  const postgresError = findPostgresError(error);
  if (!postgresError?.code?.startsWith('23')) return undefined;
  // A worker of a distributed PostgreSQL adds the number of its shard, and the coordinator passes on the message alone.
  const [, quoted = ''] = / constraint "([^"]+)"/.exec(postgresError.message) ?? [];
  return constraintProblems[(postgresError.constraint ?? quoted).replace(/_\d+$/, '')];
}

/** The problem code of each constraint that a request can violate. Any other constraint is an internal error. */
export const constraintProblems: Readonly<Record<string, ProblemCode>> = {
  users__email_unique: 'users.email-taken',
  users__account_unique: 'users.email-taken',
  // The new address became another account during its verification; the answer does not reveal that account.
  accounts__email: 'session.wrong-code',
  sign_in_domains__proven: 'single-sign-on.domain-taken',
  users__last_super_admin: 'users.last-super-admin',
  companies__primary_contact: 'company.contact-unknown',
  companies__secondary_contact: 'company.contact-unknown',
  invoices__number_unique: 'invoices.number-taken',
  invoices__own_number_unique: 'invoices.number-taken',
  integrations__unique_id_unique: 'integrations.unique-id-taken',
  limit_requests__open: 'limits.already-asked',
  intake_keys__name_unique: 'intake.key-name-taken',
  log_views__name_unique: 'log-views.name-taken',
  log_imports__one_running: 'imports.running',
  mapped_attributes__name: 'intake.attribute-known',
};
