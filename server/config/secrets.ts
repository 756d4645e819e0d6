import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './check-variables.ts';
import type { Config } from './config.ts';

export type Secrets = {
  /** Signs session cookies; changing it signs all accounts out. */
  auth: string;
  /**
   * Encrypts stored credentials (TOTP secrets, token-signing keys, integration passwords), keys the hashes of codes and
   * derives the passwords of the database roles. Without it those credentials have to be entered again.
   */
  key: string;
  /** Earlier values of `key`, the latest first; they decrypt what has not been rotated yet. */
  olderKeys: readonly string[];
};

/** The portal's secrets: from the settings, otherwise from files of mode 0600 created at the first start. */
export function readSecrets(config: Pick<Config, 'dataDir' | 'secrets'>): Secrets {
  const folder = join(config.dataDir, 'secrets');
  return {
    auth: config.secrets.auth ?? readOrCreate(folder, 'auth-secret'),
    key: config.secrets.key ?? readOrCreate(folder, keyFile),
    olderKeys: [...config.secrets.olderKeys, ...listKeys(read(join(folder, olderKeysFile)) ?? '')],
  };
}

const keyFile = 'secrets-key';
const olderKeysFile = 'secrets-keys-old';

const listKeys = (text: string) => text.split('\n').filter((line) => line !== '');

/**
 * Replaces the current key by a generated one and adds it to the older keys. A running portal keeps its key. Older keys
 * are written first, so that a crash in between loses no key.
 */
export function replaceGeneratedKey(dataDir: string): void {
  const folder = join(dataDir, 'secrets');
  const present = read(join(folder, keyFile));
  if (!present) {
    throw new ConfigError(
      `There is no generated key in ${folder}: set DATA_DIR to the portal's, or start the portal first.`,
    );
  }
  const older = listKeys(read(join(folder, olderKeysFile)) ?? '');
  replace(folder, olderKeysFile, [present, ...older.filter((key) => key !== present)]);
  replace(folder, keyFile, [randomBytes(32).toString('base64url')]);
}

/** Deletes the older keys, once nothing is encrypted with them. */
export function forgetOlderKeys(dataDir: string): void {
  rmSync(join(dataDir, 'secrets', olderKeysFile), { force: true });
}

function replace(folder: string, name: string, lines: readonly string[]) {
  const draft = join(folder, `${name}.${process.pid}-${randomBytes(4).toString('hex')}`);
  writeFileSync(draft, `${lines.join('\n')}\n`, { mode: 0o600, flush: true });
  renameSync(draft, join(folder, name));
}

function readOrCreate(folder: string, name: string) {
  const path = join(folder, name);
  const known = read(path);
  if (known) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    // A link is atomic and never replaces a file, so two first starts end with the same secret.
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
