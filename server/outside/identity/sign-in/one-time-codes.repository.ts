import type { Executor } from '../../../lib/executor.ts';
import type { CodePurpose } from '../identity.ts';
import { isSameText, keyedHash, randomDigits } from '../secrets.ts';

const lifeSeconds = 600;
const triesPerCode = 5;
const pauseSeconds = 60;
const codesPerHour = 3;
const mailsPerHour = 5;

/** `subject` is the keyed hash of the address the code goes to. */
export type CodeSubject = { purpose: CodePurpose; subject: string };
export type IssuedCode = { code: string } | { retryAfterSeconds: number };

/**
 * A new code, which ends the one before it; or how long to wait. Limits: one a minute and three an hour for a purpose,
 * five mails an hour for an address. Addresses without an account take the same path with a code that opens nothing.
 */
export async function issueCode(
  executor: Executor,
  secret: string,
  request: CodeSubject & { accountId: string | null; now: Date },
): Promise<IssuedCode> {
  const { purpose, subject, accountId, now } = request;
  await executor.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`code:${subject}`]);
  const retryAfterSeconds = await waitingSeconds(executor, request);
  if (retryAfterSeconds > 0) return { retryAfterSeconds };

  const code = randomDigits(6);
  await executor.query(
    'UPDATE identity.one_time_codes SET spent_at = $3 WHERE purpose = $1 AND subject = $2 AND spent_at IS NULL',
    [purpose, subject, now],
  );
  await executor.query(
    `INSERT INTO identity.one_time_codes (purpose, subject, account_id, code_hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz + make_interval(secs => $6))`,
    [purpose, subject, accountId, keyedHash(secret, [purpose, subject, code]), now, lifeSeconds],
  );
  return { code };
}

async function waitingSeconds(executor: Executor, request: CodeSubject & { now: Date }): Promise<number> {
  const { rows } = await executor.query(
    `SELECT purpose, created_at FROM identity.one_time_codes
     WHERE subject = $1 AND created_at > $2::timestamptz - interval '1 hour' ORDER BY created_at DESC`,
    [request.subject, request.now],
  );
  const agesOf = (purposes: unknown[]) =>
    rows
      .filter((row) => purposes.includes(row.purpose))
      .map((row) => (request.now.getTime() - (row.created_at as Date).getTime()) / 1000);
  const same = agesOf([request.purpose]);
  const all = agesOf(['verify', 'reset', 'sign-in', 'change-email']);
  const waits = [
    (same[0] ?? Infinity) < pauseSeconds ? pauseSeconds - (same[0] ?? 0) : 0,
    same.length >= codesPerHour ? 3600 - (same[codesPerHour - 1] ?? 0) : 0,
    all.length >= mailsPerHour ? 3600 - (all[mailsPerHour - 1] ?? 0) : 0,
  ];
  return Math.ceil(Math.max(...waits));
}

export type ProvenCode = { id: string; accountId: string };

/**
 * Tells whether the code is the live one, counting the try before comparing, so that of any number of parallel guesses
 * five are looked at. Must run outside the caller's transaction: a rollback would give the try back.
 */
export async function proveCode(
  pool: Executor,
  secret: string,
  guess: CodeSubject & { code: string; now: Date },
): Promise<ProvenCode | undefined> {
  const { rows } = await pool.query(
    `UPDATE identity.one_time_codes SET tries = tries + 1
     WHERE purpose = $1 AND subject = $2 AND spent_at IS NULL AND expires_at > $3 AND tries < $4
     RETURNING id, account_id, code_hash`,
    [guess.purpose, guess.subject, guess.now, triesPerCode],
  );
  const row = rows[0];
  const hash = keyedHash(secret, [guess.purpose, guess.subject, guess.code]);
  if (!row || !isSameText(String(row.code_hash), hash) || row.account_id === null) return undefined;
  return { id: String(row.id), accountId: String(row.account_id) };
}

/** Spends a proven code; false where another call was first. May be part of the caller's transaction. */
export async function spendCode(executor: Executor, id: string, now: Date): Promise<boolean> {
  const { rows } = await executor.query(
    'UPDATE identity.one_time_codes SET spent_at = $2 WHERE id = $1 AND spent_at IS NULL RETURNING id',
    [id, now],
  );
  return rows.length === 1;
}

export async function endCodes(executor: Executor, subject: CodeSubject, now: Date): Promise<void> {
  await executor.query(
    'UPDATE identity.one_time_codes SET spent_at = $3 WHERE purpose = $1 AND subject = $2 AND spent_at IS NULL',
    [subject.purpose, subject.subject, now],
  );
}
