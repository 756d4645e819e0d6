import pg from 'pg';
import type { ProblemCode } from '#contract/problems.ts';

/**
 * The database can not serve right now: gone, full or too busy. The work was rolled back, except where the connection
 * was lost during the commit; then only an idempotency key can find out. Answered as 503 with Retry-After.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  readonly reason: 'unreachable' | 'full' | 'busy';
  readonly retryAfterSeconds: number;

  constructor(reason: DatabaseUnavailable['reason'], options?: ErrorOptions) {
    super(`The database is ${reason}.`, options);
    this.reason = reason;
    this.retryAfterSeconds = reason === 'full' ? 30 : 2;
  }
}

/** The start can not go on. The message is one line, fit to be the only thing printed. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused';
}

const unreachableCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);
const nameLookupCodes = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const connectionLossTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

/** The error PostgreSQL sent, also where another error carries it as its `cause`. */
export function findPostgresError(error: unknown): pg.DatabaseError | undefined {
  for (let depth = 0, current = error; depth < 5 && current instanceof Error; depth += 1, current = current.cause) {
    if (current instanceof pg.DatabaseError) return current;
  }
  return undefined;
}

/** Whether the connection is gone, or was never made. */
export function isConnectionLoss(error: unknown): boolean {
  const sqlState = findPostgresError(error)?.code;
  // 08: connection exceptions; 57P01-57P03: shut down, crashed, starting up; 53300: no free connection.
  if (sqlState !== undefined) return sqlState.startsWith('08') || /^(57P0[1-3]|53300)$/.test(sqlState);
  for (let depth = 0, current = error; depth < 5 && current instanceof Error; depth += 1, current = current.cause) {
    const code = (current as NodeJS.ErrnoException).code ?? '';
    if (unreachableCodes.has(code) || nameLookupCodes.has(code) || connectionLossTexts.test(current.message))
      return true;
  }
  return false;
}

/** Whether PostgreSQL or the file system had no space. */
function isDiskFullError(error: unknown): boolean {
  if (findPostgresError(error)?.code === '53100') return true;
  for (let depth = 0, current = error; depth < 5 && current instanceof Error; depth += 1, current = current.cause) {
    if ((current as NodeJS.ErrnoException).code === 'ENOSPC') return true;
  }
  return false;
}

/** `error`, or the DatabaseUnavailable it amounts to. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (isConnectionLoss(error)) return new DatabaseUnavailable('unreachable', { cause: error });
  const sqlState = findPostgresError(error)?.code;
  if (isDiskFullError(error)) return new DatabaseUnavailable('full', { cause: error });
  // Out of memory, statement cancelled by its time limit, lock not got, deadlock, serialization failure; a database that
  // was moved or is a standby, and can only be read; a shard that is just being moved (SH001, distribution/shard-functions).
  if (sqlState !== undefined && /^(53200|57014|55P03|40P01|40001|25006|SH001)$/.test(sqlState)) {
    return new DatabaseUnavailable('busy', { cause: error });
  }
  return error;
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
  integrations__unique_id_unique: 'integrations.unique-id-taken',
  intake_keys__name_unique: 'intake.key-name-taken',
  log_imports__one_running: 'imports.running',
  mapped_attributes__name: 'intake.attribute-known',
};
