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
const mailsPerHourOfAll = 10;

/** `subject` is the keyed hash of the address the code goes to. */
export interface CodeSubject {
  readonly purpose: CodePurpose;
  readonly subject: string;
}

/** `network` is the caller's; empty where a session stands for it. */
interface NetworkSubject extends CodeSubject {
  readonly network: string;
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
    insert into identity.one_time_codes (purpose, subject, network, account_id, code_hash, created_at, expires_at)
    values ($purpose, $subject, $network, $accountId, $codeHash, $now, $expiresAt)`,
  params: {
    ...codeSubject,
    network: text,
    accountId: nullable(uuid),
    codeHash: text,
    now: instant,
    expiresAt: instant,
  },
});

/**
 * Creates a code, which ends the previous one of the same network; or answers how long to wait. Limits of a network: one
 * a minute and three an hour for a purpose, five mails an hour for an address; of all networks ten. So a stranger elsewhere
 * neither ends the owner's code nor uses up the owner's requests. An address without an account takes the same path with a
 * code that opens nothing.
 */
export async function issueCode(
  sql: Sql,
  secret: string,
  { accountId, now, ...subject }: NetworkSubject & { accountId: string | null; now: Date },
): Promise<IssuedCode> {
  await sql.run(lockSubjectStatement, { subject: subject.subject });
  const retryAfterSeconds = await getWaitingSeconds(sql, subject, now);
  if (retryAfterSeconds > 0) return { retryAfterSeconds };

  const code = randomDigits(6);
  await endNetworkCodes(sql, { ...subject, now });
  const codeHash = keyedHash(secret, [subject.purpose, subject.subject, code]);
  const expiresAt = new Date(now.getTime() + lifeSeconds * 1000);
  await sql.run(createCodeStatement, { ...subject, accountId, codeHash, now, expiresAt });
  return { code };
}

const listRecentCodesStatement = systemStatement({
  text: `
    select purpose, network, created_at as "createdAt" from identity.one_time_codes
    where subject = $subject and created_at > $now::timestamptz - interval '1 hour' order by created_at desc`,
  params: { subject: text, now: instant },
  row: { purpose: textOf<CodePurpose>(), network: text, createdAt: instant },
});

async function getWaitingSeconds(sql: Sql, { purpose, subject, network }: NetworkSubject, now: Date): Promise<number> {
  const recent = await sql.list(listRecentCodesStatement, { subject, now });
  const toAge = ({ createdAt }: { createdAt: Date }) => (now.getTime() - createdAt.getTime()) / 1000;
  const ofNetwork = recent.filter((code) => code.network === network);
  const same = ofNetwork.filter((code) => code.purpose === purpose).map(toAge);
  const waitForOldest = (ages: number[], limit: number) => (ages.length >= limit ? 3600 - (ages[limit - 1] ?? 0) : 0);
  const waits = [
    (same[0] ?? Infinity) < pauseSeconds ? pauseSeconds - (same[0] ?? 0) : 0,
    waitForOldest(same, codesPerHour),
    waitForOldest(ofNetwork.map(toAge), mailsPerHour),
    waitForOldest(recent.map(toAge), mailsPerHourOfAll),
  ];
  return Math.ceil(Math.max(...waits));
}

export interface ProvenCode {
  readonly id: string;
  readonly accountId: string;
}

const countTryStatement = systemStatement({
  text: `
    update identity.one_time_codes set tries = tries + (network = $network)::int,
      other_tries = other_tries + (network <> $network)::int
    where purpose = $purpose and subject = $subject and spent_at is null and expires_at > $now
      and case when network = $network then tries else other_tries end < $maxTries
    returning id, account_id as "accountId", code_hash as "codeHash"`,
  params: { ...codeSubject, network: text, now: instant, maxTries: integer },
  row: { id: uuid, accountId: nullable(uuid), codeHash: text },
});

/**
 * Compares a code with the live ones. Counts the try first, so that of any number of parallel guesses five are compared
 * from the network that requested the code, and five from all others. Must run outside the caller's transaction, because a rollback would take the try back.
 */
export async function proveCode(
  sql: Sql,
  secret: string,
  { code, ...guess }: NetworkSubject & { code: string; now: Date },
): Promise<ProvenCode | undefined> {
  const live = await sql.list(countTryStatement, { ...guess, maxTries: triesPerCode });
  const hash = keyedHash(secret, [guess.purpose, guess.subject, code]);
  const proven = live.find(({ codeHash }) => isSameText(codeHash, hash));
  if (!proven || proven.accountId === null) return undefined;
  return { id: proven.id, accountId: proven.accountId };
}

/** The address does not wait for a minute after its last code, which stays valid and counts in the limits of an hour. */
const endPauseStatement = systemStatement({
  text: `
    update identity.one_time_codes set created_at = $paused
    where purpose = $purpose and subject = $subject and network = $network and spent_at is null`,
  params: { ...codeSubject, network: text, paused: instant },
});

export async function endPause(sql: Sql, { now, ...subject }: NetworkSubject & { now: Date }): Promise<void> {
  await sql.run(endPauseStatement, { ...subject, paused: new Date(now.getTime() - pauseSeconds * 1000) });
}

const spendCodeStatement = systemStatement({
  text: `
    update identity.one_time_codes c set spent_at = $now from identity.one_time_codes proven
    where proven.id = $id and c.purpose = proven.purpose and c.subject = proven.subject and c.spent_at is null
    returning c.id`,
  params: { id: uuid, now: instant },
  row: { id: uuid },
});

/**
 * Spends a proven code and the others of its purpose and address; false where another call was first. May be part of the
 * caller's transaction.
 */
export async function spendCode(sql: Sql, id: string, now: Date): Promise<boolean> {
  const spent = await sql.list(spendCodeStatement, { id, now });
  return spent.some((code) => code.id === id);
}

const endNetworkCodes = systemStatement.run({
  text: `
    update identity.one_time_codes set spent_at = $now
    where purpose = $purpose and subject = $subject and network = $network and spent_at is null`,
  params: { ...codeSubject, network: text, now: instant },
});

export const endCodes = systemStatement.run({
  text: `
    update identity.one_time_codes set spent_at = $now
    where purpose = $purpose and subject = $subject and spent_at is null`,
  params: { ...codeSubject, now: instant },
});
