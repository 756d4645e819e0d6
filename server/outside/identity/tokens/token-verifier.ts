import { decodeJwt, decodeProtectedHeader, jwtVerify, type JWK, type JWTPayload } from 'jose';
import type { Clock } from '../../clock.ts';
import { clockToleranceSeconds, isName, readAddress } from '../claims/person-claims.ts';
import { createKeySource, discoverKeys, type KeySource } from './key-source.ts';
import { identityTokenType } from './signing-keys.ts';

export type TokenIssuer = {
  issuer: string;
  audience: string;
  /** Whether addresses count of which it does not say that they are verified. */
  trustsEmail?: boolean;
  /** Own tokens: keys from the own database, no network. Others: by discovery. */
  localKeys?: () => Promise<{ keys: Record<string, unknown>[] }>;
};

export type VerifiedToken = {
  issuer: string;
  /** The account id where `isOwn`; the issuer's own name for the person otherwise. */
  subject: string;
  isOwn: boolean;
  email: string | undefined;
  /** Whether the address counts. */
  isEmailVerified: boolean;
  /** Only in own tokens. */
  sessionId: string | undefined;
  expiresAt: Date;
};

export type TokenVerifier = {
  /**
   * Undefined for anything but a sound, current token of a known issuer, without saying why. Throws only where our own
   * keys can not be read.
   */
  verify(token: string): Promise<VerifiedToken | undefined>;
};

const maxTokenBytes = 8192;
/** None: two first tokens at once make two keys, and each token must be accepted from its first second. */
const ownPauseSeconds = 0;
const ownAlgorithms = ['EdDSA'];
export const foreignAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];
const forbiddenHeaders = ['jwk', 'jku', 'x5u', 'x5c', 'crit', 'b64', 'zip'];

type KnownIssuer = TokenIssuer & { keys: KeySource };

/** Checks tokens of all issuers the portal trusts; keys come from the issuers alone, never from a token. */
export function createTokenVerifier(settings: { issuers: TokenIssuer[]; clock: Clock }): TokenVerifier {
  const known = new Map(
    settings.issuers.map((issuer) => [
      issuer.issuer,
      { ...issuer, keys: createKeySource(chooseLoader(issuer), settings.clock, issuer.localKeys && ownPauseSeconds) },
    ]),
  );
  return {
    verify: async (token) => {
      if (token.length > maxTokenBytes) return undefined;
      const claimed = readClaimed(token);
      const issuer = claimed && known.get(claimed.issuer);
      const keys = issuer && (await findKeys(issuer, claimed.kid));
      if (!issuer || !keys) return undefined;
      const options = {
        algorithms: issuer.localKeys ? ownAlgorithms : foreignAlgorithms,
        issuer: issuer.issuer,
        audience: issuer.audience,
        // Our own tokens end to the second, five minutes after they are made.
        clockTolerance: issuer.localKeys ? 0 : clockToleranceSeconds,
        currentDate: settings.clock.now(),
        requiredClaims: ['sub', 'iat', 'exp'],
      };
      const verified = await jwtVerify(token, keys, options).catch(() => undefined);
      if (!verified || !isExpectedKind(issuer, verified.payload, verified.protectedHeader.typ)) return undefined;
      return toVerifiedToken(issuer, verified.payload);
    },
  };
}

/** Our own keys being out of reach is an outage, which must not look like a bad token; another issuer's is its own. */
async function findKeys(issuer: KnownIssuer, kid: string) {
  if (issuer.localKeys) return issuer.keys.keysFor(kid);
  return issuer.keys.keysFor(kid).catch(() => undefined);
}

function chooseLoader(issuer: TokenIssuer): () => Promise<{ keys: JWK[] }> {
  const { localKeys } = issuer;
  if (localKeys) return async () => ({ keys: (await localKeys()).keys as JWK[] });
  return discoverKeys(issuer.issuer);
}

/** Reads the unverified issuer and key id of a token, only to find the keys that it then has to match. */
function readClaimed(token: string): { issuer: string; kid: string } | undefined {
  try {
    const header = decodeProtectedHeader(token);
    const { iss } = decodeJwt(token);
    if (forbiddenHeaders.some((name) => name in header)) return undefined;
    return typeof header.kid === 'string' && typeof iss === 'string' ? { issuer: iss, kid: header.kid } : undefined;
  } catch {
    return undefined;
  }
}

/** An explicit type keeps tokens made for another purpose out, even where the same key signed them. */
function isExpectedKind(issuer: KnownIssuer, payload: JWTPayload, typ: string | undefined): boolean {
  if (!isName(payload.sub)) return false;
  if (issuer.localKeys) return typ === identityTokenType && typeof payload.sid === 'string';
  const isIdentityType = typ === undefined || typ.toUpperCase() === 'JWT';
  return isIdentityType && (payload.token_use === undefined || payload.token_use === 'id');
}

function toVerifiedToken(issuer: KnownIssuer, payload: JWTPayload): VerifiedToken {
  const isOwn = issuer.localKeys !== undefined;
  const { email, isEmailVerified } = readAddress(payload, issuer.trustsEmail ?? false);
  return {
    issuer: issuer.issuer,
    subject: payload.sub ?? '',
    isOwn,
    email,
    isEmailVerified,
    sessionId: isOwn ? String(payload.sid) : undefined,
    expiresAt: new Date((payload.exp ?? 0) * 1000),
  };
}
