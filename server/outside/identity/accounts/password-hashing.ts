import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
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

/** A change of these ends every stored password: a hash does not name its cost. */
const cost = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const keyBytes = 64;

/** The salt counts as the text that it is stored as. */
function deriveKey(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Answers `salt:key`, both in hex. */
async function computeHash(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`;
}

/** Takes as long for what is no hash, e.g. of an account without a password. */
async function checkHash(hash: string, password: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const [derived, stored] = [await deriveKey(password, salt), Buffer.from(key, 'hex')];
  return stored.length === keyBytes && timingSafeEqual(derived, stored);
}

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
  return inTurn(hashing, () => checkHash(input.hash, input.password));
}

async function inTurn<T>({ limiter, maxWaiting }: typeof hashing, work: () => Promise<T>): Promise<T> {
  const done = await limiter.tryRun(work, maxWaiting);
  if (!done) throw new Problem('request.too-many', { detail: 'too many passwords to hash', retryAfterSeconds });
  return done.result;
}
