import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A real OpenID Connect issuer with its own keys, as a process of its own; sends its address to its parent. */
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'portal-client',
        client_secret: 'a-client-secret-of-the-tests-0123456789',
        redirect_uris: ['https://portal.test/callback'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a-cookie-key-of-the-tests'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@issuer.test`, email_verified: true }),
    }),
  });
  server.on('request', provider.callback());
  process.send?.(issuer);
});
process.once('disconnect', () => process.exit(0));
