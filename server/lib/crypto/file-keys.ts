import { randomBytes } from 'node:crypto';

/** A new file's key: 128 random bits in base64url, 22 characters. */
export function newFileKey(): string {
  return randomBytes(16).toString('base64url');
}
