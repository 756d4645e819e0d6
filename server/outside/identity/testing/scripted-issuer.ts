import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export type Claims = Record<string, unknown>;

/** Claims about a person: those of the identity token, and those of the user info. */
export interface Said {
  readonly claims: Claims;
  readonly userInfo?: Claims;
}

export type ScriptedIssuer = Awaited<ReturnType<typeof startScriptedIssuer>>;

/**
 * An OpenID Connect issuer that says what a test wants, with sound signatures. It sends no `iss` back, as Entra, Okta and
 * Auth0 do not.
 */
export async function startScriptedIssuer(now: () => Date = () => new Date()) {
  const keys = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'own', alg: 'RS256' };
  const begun = new Map<string, Said & { nonce: string; clientId: string }>();
  const state = {
    document: {} as Claims,
    exchanged: [] as string[],
    calls: [] as string[],
    /** Bodies in place of its own, by path. */
    bodies: {} as Readonly<Record<string, string>>,
  };
  let lastInfo: Claims = {};
  const server = createServer((request, response) => {
    void answer(request).then((body) => {
      const own = state.bodies[new URL(request.url ?? '/', issuer).pathname];
      response.writeHead(body === undefined ? 400 : 200, { 'content-type': 'application/json' });
      response.end(own ?? JSON.stringify(body ?? { error: 'invalid_grant' }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage): Promise<Claims | undefined> {
    const path = new URL(request.url ?? '/', issuer).pathname;
    state.calls.push(path);
    if (path === '/.well-known/openid-configuration') return { ...discovery(issuer), ...state.document };
    if (path === '/jwks') return { keys: [jwk] };
    if (path === '/userinfo') return lastInfo;
    if (path === '/token') return exchange(new URLSearchParams(await readBody(request)).get('code') ?? '');
    return undefined;
  }

  async function exchange(code: string): Promise<Claims | undefined> {
    state.exchanged.push(code);
    const found = begun.get(code);
    if (!found) return undefined;
    const { claims, nonce, clientId } = found;
    lastInfo = { sub: claims['sub'], ...found.userInfo };
    const issuedAt = Math.floor(now().getTime() / 1000);
    const all = { iss: issuer, aud: clientId, nonce, iat: issuedAt, exp: issuedAt + 300, ...claims };
    const idToken = await new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(keys.privateKey);
    return { access_token: 'a', token_type: 'Bearer', id_token: idToken };
  }

  return {
    issuer,
    /** Changes of the discovery document, and the exchanges and calls so far. */
    state,
    /** Signs a person in at an address of the portal's; answers where the browser is sent. */
    authorize(address: string, said: Said): string {
      const query = new URL(address).searchParams;
      const code = randomUUID();
      begun.set(code, { ...said, nonce: query.get('nonce') ?? '', clientId: query.get('client_id') ?? '' });
      const back = new URL(query.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
      return back.href;
    },
    /** An identity token for an audience. */
    sign: (claims: Claims) =>
      new SignJWT({ iss: issuer, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(keys.privateKey),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const discovery = (issuer: string): Claims => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  id_token_signing_alg_values_supported: ['RS256'],
});

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
