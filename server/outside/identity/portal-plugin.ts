import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { signJWT, type JwtOptions } from 'better-auth/plugins';
import * as z from 'zod';

/** The explicit type of our tokens (RFC 8725, 3.11): nothing else we ever sign can pass as one. */
export const identityTokenType = 'portal-identity+jwt';

const challengeCookie = 'two_factor';

const sessionEndpoints = {
  openSession: createAuthEndpoint.serverOnly(
    { method: 'POST', requireHeaders: true, body: z.object({ accountId: z.string() }) },
    async (ctx) => {
      const user = await ctx.context.internalAdapter.findUserById(ctx.body.accountId);
      if (!user) throw new APIError('UNAUTHORIZED', { code: 'NO_ACCOUNT' });
      const session = await ctx.context.internalAdapter.createSession(user.id);
      await setSessionCookie(ctx, { session, user });
      return { sessionId: session.id, sessionToken: session.token };
    },
  ),

  openRenewedSession: createAuthEndpoint.serverOnly(
    { method: 'POST', requireHeaders: true, body: z.object({ token: z.string() }) },
    async (ctx) => {
      const found = await ctx.context.internalAdapter.findSession(ctx.body.token);
      if (!found) throw new APIError('UNAUTHORIZED', { code: 'SESSION_OVER' });
      await setSessionCookie(ctx, found);
    },
  ),
};

/**
 * Endpoints that better-auth lacks: its sign-in challenge read and finished by us, because we judge the second factor
 * (each code once), and a token whose time and type we set. Server-only: none of them has an address.
 */
export function portalPlugin(jwtOptions: JwtOptions) {
  return {
    id: 'portal',
    endpoints: {
      findChallenge: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async (ctx) => {
        const cookie = ctx.context.createAuthCookie(challengeCookie);
        const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
        if (!challenge) return { accountId: undefined };
        const found = await ctx.context.internalAdapter.findVerificationValue(challenge);
        return { accountId: found && found.expiresAt > new Date() ? found.value : undefined };
      }),

      finishChallenge: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async (ctx) => {
        const cookie = ctx.context.createAuthCookie(challengeCookie);
        const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
        const consumed = challenge ? await ctx.context.internalAdapter.consumeVerificationValue(challenge) : null;
        const user = consumed && (await ctx.context.internalAdapter.findUserById(consumed.value));
        if (!user) throw new APIError('UNAUTHORIZED', { code: 'CHALLENGE_OVER' });
        const session = await ctx.context.internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        ctx.setCookie(cookie.name, '', { ...cookie.attributes, maxAge: 0 });
        return { accountId: user.id, sessionToken: session.token };
      }),

      dropChallenge: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async (ctx) => {
        const cookie = ctx.context.createAuthCookie(challengeCookie);
        const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
        if (!challenge) return { isDropped: false };
        await ctx.context.internalAdapter.consumeVerificationValue(challenge);
        ctx.setCookie(cookie.name, '', { ...cookie.attributes, maxAge: 0 });
        return { isDropped: true };
      }),

      ...sessionEndpoints,

      signIdentityToken: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ sub: z.string(), sid: z.string(), iat: z.number(), exp: z.number() }) },
        async (ctx) => ({
          token: await signJWT(ctx, { options: jwtOptions, payload: ctx.body, header: { typ: identityTokenType } }),
        }),
      ),
    },
  } satisfies BetterAuthPlugin;
}
