import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { uuidPart } from '#contract/uuid.ts';

/** The token of a link to a reviewer: it names company and request, and holds a secret of 256 random bits. */
interface ApprovalToken {
  readonly companyId: string;
  readonly requestId: string;
  readonly secret: string;
}

const pattern = new RegExp(`^(${uuidPart})\\.(${uuidPart})\\.([\\w-]{43})$`);

/** One round of SHA-256 suffices for a secret of 256 random bits. */
const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A new token, with the hash that is stored in its place. @param requestId by default that of a new request */
export function newApprovalToken(
  companyId: string,
  requestId: string = randomUUID(),
): { requestId: string; token: string; tokenHash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { requestId, token: `${companyId}.${requestId}.${secret}`, tokenHash: hash(secret) };
}

/** Undefined for what is no token. */
export function readApprovalToken(token: string): ApprovalToken | undefined {
  const [, companyId, requestId, secret] = pattern.exec(token) ?? [];
  return companyId && requestId && secret ? { companyId, requestId, secret } : undefined;
}

export function isSecretOf(tokenHash: Buffer, secret: string): boolean {
  return timingSafeEqual(tokenHash, hash(secret));
}
