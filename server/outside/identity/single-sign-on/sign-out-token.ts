import { decodeJwt, decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import { isStorable } from '../../../lib/storable-text.ts';
import type { Clock } from '../../clock.ts';
import { clockToleranceSeconds, isName } from '../claims/person-claims.ts';
import type { KeySource } from '../tokens/key-source.ts';
import { foreignAlgorithms } from '../tokens/token-verifier.ts';
import type { SignInIssuer, SignOutClaims } from './single-sign-on.ts';

const maxTokenLength = 8192;
const signOutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** A token that is older was sent again, or held back. */
const maxAgeSeconds = 600;

/** Which client a token is for, unverified. */
export function readSignOutToken(token: string): { issuer: string; clientIds: string[] } | undefined {
  if (token.length > maxTokenLength) return undefined;
  try {
    const { iss, aud } = decodeJwt(token);
    const clientIds = [aud ?? []].flat();
    const areNames = isIssuer(iss) && clientIds.length > 0 && clientIds.every(isName);
    return areNames ? { issuer: iss, clientIds } : undefined;
  } catch {
    return undefined;
  }
}

const isIssuer = (value: unknown): value is string => typeof value === 'string' && isStorable(value);

interface SignOutCheck {
  readonly token: string;
  /** The issuer's own name for itself. */
  readonly issuerName: string;
  readonly keys: KeySource;
  readonly clock: Clock;
}

/** A sound sign-out token (OpenID Connect Back-Channel Logout 1.0, section 2.6); undefined for any other. */
export async function verifySignOutToken(
  { clientId }: SignInIssuer,
  { token, issuerName, keys, clock }: SignOutCheck,
): Promise<SignOutClaims | undefined> {
  const { kid } = decodeProtectedHeader(token);
  const known = kid === undefined ? undefined : await keys.keysFor(kid);
  if (!known) return undefined;
  const verified = await jwtVerify(token, known, {
    algorithms: foreignAlgorithms,
    issuer: issuerName,
    audience: clientId,
    clockTolerance: clockToleranceSeconds,
    maxTokenAge: maxAgeSeconds,
    currentDate: clock.now(),
    requiredClaims: ['iat', 'jti', 'events'],
  }).catch(() => undefined);
  if (!verified || !/^(?:JWT|logout\+jwt)$/i.test(verified.protectedHeader.typ ?? 'JWT')) return undefined;
  return toClaims(issuerName, verified.payload);
}

function toClaims(issuer: string, { sub, sid, jti, events, nonce }: JWTPayload): SignOutClaims | undefined {
  const isSignOut = typeof events === 'object' && events !== null && signOutEvent in events;
  const [subject, session] = [toText(sub), toText(sid)];
  // A nonce would make it an identity token.
  if (!isSignOut || nonce !== undefined || !isName(jti) || (subject ?? session) === null) return undefined;
  return { issuer, subject, session, tokenId: jti };
}

const toText = (value: unknown) => (isName(value) ? value : null);
