import { availableParallelism } from 'node:os';
import { hashPassword as computeHash, verifyPassword as checkHash } from 'better-auth/crypto';
import { Problem } from '../../lib/problem.ts';
import { createWorkQueue } from '../../lib/work-queue.ts';

/*
 * One hash takes a thread for about a tenth of a second and 32 MB of memory. Node has four such threads, which files
 * and signatures need too; more hashes than processors only slow each other down.
 */
const maxRunning = Math.max(1, Math.min(3, availableParallelism()));
/** About five seconds on two processors. */
const maxWaiting = 100;
/** Whoever signs up waits in the front half of the queue or not at all: the other half is for those with an account. */
const maxWaitingSignUps = 50;
const retryAfterSeconds = 3;

const queue = createWorkQueue(maxRunning);

/** @throws Problem `request.too-many` where too many hashes are waited for already */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => computeHash(password), maxWaiting);
}

/** `hashPassword` for people without an account. */
export function hashSignUpPassword(password: string): Promise<string> {
  return inTurn(() => computeHash(password), maxWaitingSignUps);
}

/** @throws Problem `request.too-many` like `hashPassword` */
export function verifyPassword(input: { hash: string; password: string }): Promise<boolean> {
  return inTurn(() => checkHash(input), maxWaiting);
}

async function inTurn<T>(work: () => Promise<T>, allowedWaiting: number): Promise<T> {
  const done = await queue.tryRun(work, allowedWaiting);
  if (!done) throw new Problem('request.too-many', { detail: 'too many passwords to hash', retryAfterSeconds });
  return done.result;
}
