import { createHash, randomBytes } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

const nonceBytes = 24;

/** Keys are texts of any length; this is what the cipher takes. */
const toKey = (key: string) => createHash('sha256').update(key).digest();

/** Encrypts by XChaCha20-Poly1305. Answers nonce, ciphertext and tag in hex, as TOTP secrets and signing keys are stored. */
export function encryptText(key: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const encrypted = xchacha20poly1305(toKey(key), nonce).encrypt(Buffer.from(text));
  return Buffer.concat([nonce, encrypted]).toString('hex');
}

/** Undefined where another key has encrypted it, or it was changed. */
export function decryptText(key: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'hex');
  try {
    const opened = xchacha20poly1305(toKey(key), bytes.subarray(0, nonceBytes)).decrypt(bytes.subarray(nonceBytes));
    return Buffer.from(opened).toString();
  } catch {
    return undefined;
  }
}
