import { identityAudience } from '#contract/constants.ts';
import type { Config } from '../config/config.ts';
import { findExternalAccount } from '../access/external-identities.ts';
import type { Database } from '../database/open-database.ts';
import type { TokenHolder } from '../http/guard.ts';
import { Problem } from '../lib/request/problem.ts';
import type { Clock } from '../outside/clock.ts';
import type { Identity } from '../outside/identity/identity.ts';
import { createTokenVerifier, type TokenIssuer } from '../outside/identity/tokens/token-verifier.ts';
import { rememberTokens } from '../outside/identity/tokens/token-memory.ts';

interface TokenCheck {
  readonly config: Config;
  readonly database: Database;
  readonly identity: Identity;
  readonly clock: Clock;
}

/**
 * Verifies tokens of the portal and of the configured OpenID Connect issuer and finds their account.
 * @throws Problem `session.required` for every other token
 */
export function createTokenCheck({ config, database, identity, clock }: TokenCheck) {
  const own: TokenIssuer = {
    issuer: config.http.publicUrl,
    audience: identityAudience,
    localKeys: () => identity.getJwks(),
  };
  const issuers = config.oidc ? [own, config.oidc] : [own];
  const verifier = rememberTokens(createTokenVerifier({ issuers, clock }), clock);
  return async function verifyToken(token: string): Promise<TokenHolder> {
    const verified = await verifier.verify(token);
    if (!verified) throw new Problem('session.required', { detail: 'the token is not sound' });
    if (verified.isOwn) return { accountId: verified.subject, sessionId: verified.sessionId };
    const { issuer, subject, email, isEmailVerified } = verified;
    const verifiedEmail = isEmailVerified ? email : undefined;
    const identified = { issuer, subject, verifiedEmail };
    const accountId = await findExternalAccount(database.actors, identified, clock.now());
    if (!accountId) throw new Problem('session.required', { detail: 'no account for this identity of another issuer' });
    return { accountId, sessionId: undefined };
  };
}
