import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** An OpenID Connect issuer with its own pages, where everyone who types an address is its owner. */
export interface Issuer {
  /** Settings of a product that signs in by this issuer. */
  readonly env: Readonly<Record<string, string>>;
  /** Knows the product from now on. */
  register(productUrl: string): void;
  stop(): Promise<void>;
}

const client = { client_id: 'portal', client_secret: 'a-client-secret-of-the-journeys-0123456789' };

export async function startIssuer(): Promise<Issuer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: {
      OIDC_SIGN_IN_ISSUER: `http://${host}`,
      OIDC_SIGN_IN_CLIENT_ID: client.client_id,
      OIDC_SIGN_IN_CLIENT_SECRET: client.client_secret,
      OUTBOUND_ALLOWED: host,
    },
    register(productUrl) {
      const provider = new Provider(`http://${host}`, {
        clients: [
          {
            ...client,
            redirect_uris: [`${productUrl}/single-sign-on`],
            post_logout_redirect_uris: [`${productUrl}/login`],
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        cookies: { keys: ['a-cookie-key-of-the-journeys'] },
        findAccount: (_context: unknown, id: string) => ({
          accountId: id,
          claims: () => ({ sub: id, email: id, email_verified: true }),
        }),
      });
      server.on('request', provider.callback());
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
