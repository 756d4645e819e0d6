import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/**
 * A real OpenID Connect issuer with its own keys, as a process of its own; sends its address to its parent, and later the
 * back-channel sign-out tokens that it makes. A login with an @ is the person's address; one that begins with `unverified`
 * is not verified.
 */
const redirectUris = /^http:\/\/portal\.test\/single-sign-on(?:\/[\da-f-]{36})?$|^https:\/\/portal\.test\/callback$/;

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'portal-client',
        client_secret: 'a-client-secret-of-the-tests-0123456789',
        redirect_uris: ['https://portal.test/callback', 'http://portal.test/single-sign-on'],
        post_logout_redirect_uris: ['http://portal.test/login'],
        backchannel_logout_uri: `${issuer}/sign-outs`,
        backchannel_logout_session_required: true,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { backchannelLogout: { enabled: true } },
    // The one call of the issuer itself; its own guard would forbid addresses of this machine.
    fetch: async (_url: string, { body }: RequestInit) => {
      process.send?.({ signOut: String(body) });
      return new Response(null, { status: 204 });
    },
    cookies: { keys: ['a-cookie-key-of-the-tests'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id.includes('@') ? id : `${id}@issuer.test`,
        email_verified: !id.startsWith('unverified'),
      }),
    }),
  });
  // Each company has a redirect URI of its own, and the companies of tests are made later.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => redirectUris.test(uri);
  server.on('request', provider.callback());
  process.send?.(issuer);
});
process.once('disconnect', () => process.exit(0));
