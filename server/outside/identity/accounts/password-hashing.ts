import { availableParallelism } from 'node:os';
import { hashPassword as computeHash, verifyPassword as checkHash } from 'better-auth/crypto';
import { Problem } from '../../../lib/request/problem.ts';
import { createLimiter } from '../../../lib/concurrency/limiter.ts';

/*
 * One hash takes a thread for about a tenth of a second and 32 MB of memory. Node has four such threads, which files
 * and signatures need too; more hashes than processors only slow each other down.
 */
const hashing = { limiter: createLimiter(Math.max(1, Math.min(2, availableParallelism()))), maxWaiting: 60 };
/** Sign-ups wait for each other alone: however many strangers come, people with an account still get in. */
const strangers = { limiter: createLimiter(1), maxWaiting: 40 };
const retryAfterSeconds = 3;

/** @throws Problem `request.too-many` where too many hashes are waited for already */
export function hashPassword(password: string): Promise<string> {
  return inTurn(hashing, () => computeHash(password));
}

/** `hashPassword` for people without an account. */
export function hashSignUpPassword(password: string): Promise<string> {
  return inTurn(strangers, () => computeHash(password));
}

/** @throws Problem `request.too-many` like `hashPassword` */
export function verifyPassword(input: { hash: string; password: string }): Promise<boolean> {
  return inTurn(hashing, () => checkHash(input));
}

async function inTurn<T>({ limiter, maxWaiting }: typeof hashing, work: () => Promise<T>): Promise<T> {
  const done = await limiter.tryRun(work, maxWaiting);
  if (!done) throw new Problem('request.too-many', { detail: 'too many passwords to hash', retryAfterSeconds });
  return done.result;
}
