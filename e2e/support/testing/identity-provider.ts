import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSamlProvider, readRequest } from '../../../server/outside/identity/testing/saml-provider.ts';

/** A SAML identity provider on a port of its own, whose page signs in one person by a press of its button. */
export async function startIdentityProvider(email: string) {
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '', origin());
    // A browser asks for /favicon.ico too.
    if (!address.searchParams.has('SAMLRequest')) {
      response.writeHead(404).end();
      return;
    }
    const asked = readRequest(address.href);
    const fields = Object.entries(provider.answer(asked, email));
    const inputs = fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`).join('');
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Identity provider</title><form method="post" action="${asked.assertionAddress}">
      ${inputs}<button>Sign in at the provider</button></form>`);
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const provider = await createSamlProvider(`${origin()}/metadata`, () => new Date(), `${origin()}/sign-in`);
  return {
    issuer: provider.issuer,
    signInAddress: provider.signInAddress,
    certificate: provider.certificate.cert,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
