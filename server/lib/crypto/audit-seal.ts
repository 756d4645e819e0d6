import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  sign,
  timingSafeEqual,
  verify,
  type KeyObject,
} from 'node:crypto';

/** A key of the audit chain: for the MACs of seals and heads, and for signing checkpoints. */
export interface AuditKey {
  readonly number: number;
  readonly macKey: Buffer;
  readonly signingKey: KeyObject;
}

/** All columns of an audit entry as they are stored, as texts; the company and the id come first. */
export type SealedFields = readonly (string | null)[];

/** The place of an entry in the chain of its company. */
export interface SealPlace {
  readonly companyId: string;
  /** From 1, without a gap. */
  readonly position: number;
  /** The MAC of the seal before. */
  readonly previous: Uint8Array;
}

export interface ChainEnd {
  readonly companyId: string;
  readonly position: number;
  readonly mac: Uint8Array;
}

export interface SignedEnd extends ChainEnd {
  readonly signedAt: Date;
}

/** Stands before the first seal. */
export const chainStart: Uint8Array = Buffer.alloc(32);

/** The bytes before an Ed25519 seed in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param secret 32 random bytes, from which both keys follow */
export function createAuditKey(number: number, secret: Uint8Array): AuditKey {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const der = Buffer.concat([pkcs8Prefix, derive('checkpoints of the audit log')]);
  return {
    number,
    macKey: derive('seals of the audit log'),
    signingKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  };
}

/** Each part with its length before it and a missing one apart from an empty one, so that no two lists have the same bytes. */
export function encodeParts(parts: readonly (string | Uint8Array | null)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      if (part === null) return [Buffer.from('-')];
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      return [Buffer.from(`${bytes.length}:`), bytes];
    }),
  );
}

const toMac = ({ macKey }: AuditKey, parts: Parameters<typeof encodeParts>[0]) =>
  createHmac('sha256', macKey).update(encodeParts(parts)).digest();

/** The MAC of an entry at its place. */
export function sealEntry(key: AuditKey, { companyId, position, previous }: SealPlace, fields: SealedFields): Buffer {
  return toMac(key, ['entry', companyId, String(position), previous, ...fields]);
}

/** The MAC of the end of a chain: who can write the database can not shorten a chain and make the end fit. */
export function sealEnd(key: AuditKey, { companyId, position, mac }: ChainEnd): Buffer {
  return toMac(key, ['end', companyId, String(position), mac]);
}

/** The MAC of how far a person has verified a chain. */
export function sealProgress(
  key: AuditKey,
  { companyId, accountId, position, mac }: ChainEnd & { readonly accountId: string },
) {
  return toMac(key, ['progress', companyId, accountId, String(position), mac]);
}

export const isSameMac = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && timingSafeEqual(left, right);

const toSigned = ({ companyId, position, mac, signedAt }: SignedEnd) =>
  encodeParts(['checkpoint', companyId, String(position), mac, signedAt.toISOString()]);

export const signEnd = ({ signingKey }: AuditKey, end: SignedEnd): Buffer => sign(null, toSigned(end), signingKey);

export const isSignedEnd = ({ signingKey }: AuditKey, end: SignedEnd, signature: Uint8Array): boolean =>
  verify(null, toSigned(end), createPublicKey(signingKey), signature);

/** For texts that are signed as they are, such as certificates in JSON: they begin with another byte than a checkpoint. */
export const signText = ({ signingKey }: AuditKey, text: string): Buffer => sign(null, Buffer.from(text), signingKey);

export const isSignedText = ({ signingKey }: AuditKey, text: string, signature: Uint8Array): boolean =>
  verify(null, Buffer.from(text), createPublicKey(signingKey), signature);

/** The public key in SPKI, base64. */
export const getPublicKey = ({ signingKey }: AuditKey): string =>
  createPublicKey(signingKey).export({ format: 'der', type: 'spki' }).toString('base64');
