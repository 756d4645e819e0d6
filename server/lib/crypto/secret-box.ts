import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** The record of a secret. It is authenticated with the secret, so a secret opens for its own record only. */
export interface SecretOwner {
  readonly companyId: string;
  readonly recordId: string;
}

export interface SecretBox {
  seal(secret: string, owner: SecretOwner): Buffer;
  /** @throws where the key is unknown, or where bytes or record differ from the sealed ones */
  open(sealed: Uint8Array, owner: SecretOwner): string;
  /** Whether the bytes are sealed with the current key. */
  isCurrent(sealed: Uint8Array): boolean;
}

interface SealingKey {
  readonly id: Buffer;
  readonly key: Buffer;
}

const format = 1;
const sizes = { format: 1, keyId: 8, nonce: 12, tag: 16, key: 32 } as const;
const headerLength = sizes.format + sizes.keyId + sizes.nonce;

/**
 * Seals secrets with AES-256-GCM under keys derived from the portal's secret. Sealed bytes: format (1 byte), key id (8),
 * nonce (12), ciphertext, tag (16). Opens with current and older keys; seals with the current key.
 */
export function createSecretBox(secretsKey: string, olderKeys: readonly string[] = []): SecretBox {
  const current = deriveKey(secretsKey);
  const keys = [current, ...olderKeys.map(deriveKey)];
  return {
    seal(secret, owner) {
      const nonce = randomBytes(sizes.nonce);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce, { authTagLength: sizes.tag });
      cipher.setAAD(bind(owner));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(format), current.id, nonce, ciphertext, cipher.getAuthTag()]);
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed);
      const key = keys.find(({ id }) => id.equals(readKeyId(bytes)));
      if (bytes[0] !== format || !key) throw new Error('This secret can not be opened: its key is not known any more.');
      if (bytes.length < headerLength + sizes.tag) throw new Error('This secret can not be opened: it is cut off.');
      const nonce = bytes.subarray(sizes.format + sizes.keyId, headerLength);
      const decipher = createDecipheriv('aes-256-gcm', key.key, nonce, { authTagLength: sizes.tag });
      decipher.setAAD(bind(owner));
      decipher.setAuthTag(bytes.subarray(-sizes.tag));
      const ciphertext = bytes.subarray(headerLength, -sizes.tag);
      try {
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error('This secret can not be opened: it was changed, or belongs to something else.', { cause });
      }
    },
    isCurrent: (sealed) => current.id.equals(readKeyId(Buffer.from(sealed))),
  };
}

/** A fingerprint of the key, which reveals nothing about it. */
export const nameSecretsKey = (secretsKey: string): string => deriveKey(secretsKey).id.toString('hex');

const readKeyId = (bytes: Buffer) => bytes.subarray(sizes.format, sizes.format + sizes.keyId);

function deriveKey(secretsKey: string): SealingKey {
  const key = Buffer.from(hkdfSync('sha256', secretsKey, '', 'secrets of integrations', sizes.key));
  return { key, id: createHash('sha256').update('id of the key').update(key).digest().subarray(0, sizes.keyId) };
}

const bind = ({ companyId, recordId }: SecretOwner) => Buffer.from(`integration\0${companyId}\0${recordId}`);
