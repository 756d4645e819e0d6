import type { Sql } from '../../../sql/sql.ts';
import { systemStatement } from '../../../sql/statement.ts';
import { instant, integer, nullable, text, textOf, uuid } from '../../../sql/types.ts';
import type { CodePurpose } from '../identity.ts';
import { isSameText, keyedHash, randomDigits } from '../secrets.ts';

const lifeSeconds = 600;
const triesPerCode = 5;
const pauseSeconds = 60;
const codesPerHour = 3;
const mailsPerHour = 5;

/** `subject` is the keyed hash of the address the code goes to. */
export interface CodeSubject {
  readonly purpose: CodePurpose;
  readonly subject: string;
}
export type IssuedCode = { code: string } | { retryAfterSeconds: number };

const codeSubject = { purpose: textOf<CodePurpose>(), subject: text };

const lockSubjectStatement = systemStatement({
  text: `select pg_advisory_xact_lock(hashtextextended('code:' || $subject, 0))::text as locked`,
  params: { subject: text },
  row: { locked: text },
});

const createCodeStatement = systemStatement({
  text: `
    insert into identity.one_time_codes (purpose, subject, account_id, code_hash, created_at, expires_at)
    values ($purpose, $subject, $accountId, $codeHash, $now, $expiresAt)`,
  params: { ...codeSubject, accountId: nullable(uuid), codeHash: text, now: instant, expiresAt: instant },
});

/**
 * Creates a code, which ends the previous one; or answers how long to wait. Limits: one a minute and three an hour for a
 * purpose, five mails an hour for an address. An address without an account takes the same path with a code that opens
 * nothing.
 */
export async function issueCode(
  sql: Sql,
  secret: string,
  { accountId, now, ...subject }: CodeSubject & { accountId: string | null; now: Date },
): Promise<IssuedCode> {
  await sql.run(lockSubjectStatement, { subject: subject.subject });
  const retryAfterSeconds = await getWaitingSeconds(sql, subject, now);
  if (retryAfterSeconds > 0) return { retryAfterSeconds };

  const code = randomDigits(6);
  await endCodes(sql, { ...subject, now });
  const codeHash = keyedHash(secret, [subject.purpose, subject.subject, code]);
  const expiresAt = new Date(now.getTime() + lifeSeconds * 1000);
  await sql.run(createCodeStatement, { ...subject, accountId, codeHash, now, expiresAt });
  return { code };
}

const listRecentCodesStatement = systemStatement({
  text: `
    select purpose, created_at as "createdAt" from identity.one_time_codes
    where subject = $subject and created_at > $now::timestamptz - interval '1 hour' order by created_at desc`,
  params: { subject: text, now: instant },
  row: { purpose: textOf<CodePurpose>(), createdAt: instant },
});

async function getWaitingSeconds(sql: Sql, { purpose, subject }: CodeSubject, now: Date): Promise<number> {
  const recent = await sql.list(listRecentCodesStatement, { subject, now });
  const toAge = ({ createdAt }: { createdAt: Date }) => (now.getTime() - createdAt.getTime()) / 1000;
  const same = recent.filter((code) => code.purpose === purpose).map(toAge);
  const all = recent.map(toAge);
  const waits = [
    (same[0] ?? Infinity) < pauseSeconds ? pauseSeconds - (same[0] ?? 0) : 0,
    same.length >= codesPerHour ? 3600 - (same[codesPerHour - 1] ?? 0) : 0,
    all.length >= mailsPerHour ? 3600 - (all[mailsPerHour - 1] ?? 0) : 0,
  ];
  return Math.ceil(Math.max(...waits));
}

export interface ProvenCode {
  readonly id: string;
  readonly accountId: string;
}

const countTryStatement = systemStatement({
  text: `
    update identity.one_time_codes set tries = tries + 1
    where purpose = $purpose and subject = $subject and spent_at is null and expires_at > $now and tries < $maxTries
    returning id, account_id as "accountId", code_hash as "codeHash"`,
  params: { ...codeSubject, now: instant, maxTries: integer },
  row: { id: uuid, accountId: nullable(uuid), codeHash: text },
});

/**
 * Compares a code with the live one. Counts the try first, so that of any number of parallel guesses five are compared.
 * Must run outside the caller's transaction, because a rollback would take the try back.
 */
export async function proveCode(
  sql: Sql,
  secret: string,
  { purpose, subject, code, now }: CodeSubject & { code: string; now: Date },
): Promise<ProvenCode | undefined> {
  const live = await sql.find(countTryStatement, { purpose, subject, now, maxTries: triesPerCode });
  const hash = keyedHash(secret, [purpose, subject, code]);
  if (!live || !isSameText(live.codeHash, hash) || live.accountId === null) return undefined;
  return { id: live.id, accountId: live.accountId };
}

const spendCodeStatement = systemStatement({
  text: 'update identity.one_time_codes set spent_at = $now where id = $id and spent_at is null',
  params: { id: uuid, now: instant },
});

/** Spends a proven code; false where another call was first. May be part of the caller's transaction. */
export async function spendCode(sql: Sql, id: string, now: Date): Promise<boolean> {
  return (await sql.run(spendCodeStatement, { id, now })) === 1;
}

export const endCodes = systemStatement.run({
  text: `
    update identity.one_time_codes set spent_at = $now
    where purpose = $purpose and subject = $subject and spent_at is null`,
  params: { ...codeSubject, now: instant },
});
