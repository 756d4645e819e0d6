import type { Clock } from '../../clock.ts';
import type { TokenVerifier, VerifiedToken } from './token-verifier.ts';

/** Tokens remembered at a time; the oldest make room. */
const maxTokens = 2000;
/** After this long a token is checked anew, so that a key taken out of use does not live on here. */
const maxAgeMs = 60_000;

interface Remembered {
  readonly verified: VerifiedToken;
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * A verifier that does not check the signature of the same token twice within a minute: that is the dearest part of a
 * call. Only sound tokens are remembered, by their whole text and never past their end. Whether the session and the
 * roles behind a token still stand is asked of the database at every call, not here.
 */
export function rememberTokens(verifier: TokenVerifier, clock: Clock): TokenVerifier {
  const known = new Map<string, Remembered>();
  return {
    verify: async (token) => {
      const nowMs = clock.now().getTime();
      const found = known.get(token);
      // A clock that was set back says nothing about the age.
      if (found && found.fromMs <= nowMs && nowMs < found.untilMs) return found.verified;
      known.delete(token);
      const verified = await verifier.verify(token);
      if (!verified) return undefined;
      const untilMs = Math.min(nowMs + maxAgeMs, verified.expiresAt.getTime());
      known.set(token, { verified, fromMs: nowMs, untilMs });
      for (const oldest of known.keys()) {
        if (known.size <= maxTokens) break;
        known.delete(oldest);
      }
      return verified;
    },
  };
}
