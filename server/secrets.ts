import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

export type Secrets = {
  /** Signs session cookies: another one signs everybody out, and nothing more. */
  auth: string;
  /**
   * Encrypts stored credentials (TOTP secrets, token-signing keys), keys the hashes of codes and derives the database
   * roles' passwords: without it every second factor has to be set up anew.
   */
  key: string;
};

/** The portal's secrets: from the settings, else from files of mode 0600 made on the first start. */
export function readSecrets(config: Pick<Config, 'dataDir' | 'secrets'>): Secrets {
  const folder = join(config.dataDir, 'secrets');
  return {
    auth: config.secrets.auth ?? readOrCreate(folder, 'auth-secret'),
    key: config.secrets.key ?? readOrCreate(folder, 'secrets-key'),
  };
}

function readOrCreate(folder: string, name: string) {
  const path = join(folder, name);
  const known = read(path);
  if (known) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    // A link appears whole or not at all and never replaces one: two first starts end with the same secret.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  const made = read(path);
  if (!made) throw new Error(`The secret ${path} could not be read after it was made.`);
  return made;
}

function read(path: string) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
