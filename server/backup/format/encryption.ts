import { BackupRefused } from './backup-refused.ts';

/** How a file is encrypted, in the format of age (age-encryption.org), which its own command decrypts too. */
export interface Encryption {
  /** Public keys `age1…`: who has one of the private keys can decrypt, the portal itself can not. */
  readonly recipients?: readonly string[] | undefined;
  readonly passphrase?: string | undefined;
}

export interface Decryption {
  /** Private keys `AGE-SECRET-KEY-1…`. */
  readonly identities?: readonly string[] | undefined;
  readonly passphrase?: string | undefined;
}

const ageMagic = 'age-encryption.org/';

export const isEncrypting = ({ recipients = [], passphrase }: Encryption) =>
  recipients.length > 0 || passphrase !== undefined;

/** The encrypted stream, before anything of the source is read. @throws BackupRefused for an invalid recipient */
export async function encryptStream(
  source: AsyncIterable<Uint8Array>,
  encryption: Encryption,
): Promise<AsyncIterable<Uint8Array>> {
  if (!isEncrypting(encryption)) return source;
  const encrypter = await createEncrypter(encryption);
  return encrypter.encrypt(ReadableStream.from(source));
}

async function createEncrypter({ recipients = [], passphrase }: Encryption) {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  if (recipients.length > 0 && passphrase !== undefined) {
    throw new BackupRefused('A backup is encrypted for recipients or with a passphrase, not with both.');
  }
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new BackupRefused(`"${recipient}" is no public key of age: it starts with age1.`);
    }
  }
  if (passphrase !== undefined) encrypter.setPassphrase(passphrase);
  return encrypter;
}

/**
 * Decrypts a stream that starts like a file of age, and passes any other on.
 * @throws BackupRefused where no given key or passphrase fits
 */
export async function* decryptStream(source: AsyncIterable<Uint8Array>, decryption: Decryption) {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  const whole = prepend(first.done ? undefined : first.value, chunks);
  const start = first.done ? '' : Buffer.from(first.value.subarray(0, ageMagic.length)).toString('latin1');
  if (start !== ageMagic) {
    yield* whole;
    return;
  }
  const decrypter = await createDecrypter(decryption);
  const plain = await decrypter.decrypt(ReadableStream.from(whole)).catch((error: unknown) => {
    throw new BackupRefused('The file is encrypted for another key or with another passphrase.', { cause: error });
  });
  yield* plain;
}

async function* prepend(first: Uint8Array | undefined, rest: AsyncIterator<Uint8Array>) {
  if (first === undefined) return;
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function createDecrypter({ identities = [], passphrase }: Decryption) {
  if (identities.length === 0 && passphrase === undefined) {
    throw new BackupRefused('The file is encrypted: give --identity FILE, or the passphrase in BACKUP_PASSPHRASE.');
  }
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new BackupRefused('The identity file holds no private key of age: it starts with AGE-SECRET-KEY-1.');
    }
  }
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  return decrypter;
}
