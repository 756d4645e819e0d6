import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOidcIssuer, oidcClientId, type OidcIssuer } from '../testing/oidc-issuer.ts';
import { createTokenVerifier } from './token-verifier.ts';

let other: OidcIssuer;
let token: string;

beforeAll(async () => {
  other = await startOidcIssuer();
  token = await other.fetchIdToken('mari');
});

afterAll(async () => {
  await other?.stop();
});

function trusting(changes: { audience?: string; now?: () => Date } = {}) {
  const { audience = oidcClientId, now = () => new Date() } = changes;
  return createTokenVerifier({ issuers: [{ issuer: other.issuer, audience }], clock: { now } });
}

const inSeconds = (seconds: number) => () => new Date(Date.now() + seconds * 1000);

describe('a token of another issuer, which runs in a process of its own', () => {
  it('is accepted with keys found by discovery', async () => {
    expect(await trusting().verify(token)).toMatchObject({
      issuer: other.issuer,
      isOwn: false,
      subject: 'mari',
      email: 'mari@issuer.test',
      isEmailVerified: true,
      sessionId: undefined,
    });
  });

  it('is refused for another audience', async () => {
    expect(await trusting({ audience: 'another-client' }).verify(token)).toBeUndefined();
  });

  it('is refused once it has expired, with a minute for the clocks', async () => {
    const { exp = 0 } = decodeJwt(token);
    const untilExpiry = exp - Date.now() / 1000;
    expect(await trusting({ now: inSeconds(untilExpiry + 50) }).verify(token)).toBeDefined();
    expect(await trusting({ now: inSeconds(untilExpiry + 70) }).verify(token)).toBeUndefined();
  });

  it('is refused with a changed payload', async () => {
    const [header, , signature] = token.split('.');
    const payload = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: 'somebody-else' })).toString('base64url');
    expect(await trusting().verify(`${header}.${payload}.${signature}`)).toBeUndefined();
  });

  it('is refused when signed with another key under the issuer’s key id, also if the key is embedded', async () => {
    const stranger = await generateKeyPair('RS256', { extractable: true });
    const { kid } = decodeProtectedHeader(token);
    const forge = (extra: object) =>
      new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'RS256', kid, ...extra }).sign(stranger.privateKey);
    expect(await trusting().verify(await forge({}))).toBeUndefined();
    expect(await trusting().verify(await forge({ jwk: await exportJWK(stranger.publicKey) }))).toBeUndefined();
  });

  it('is refused unsigned and with the public key used as a shared secret', async () => {
    const { kid } = decodeProtectedHeader(token);
    const payload = token.split('.')[1] ?? '';
    const keys = await (await fetch(`${other.issuer}/jwks`)).text();
    const start = (alg: string) => `${Buffer.from(JSON.stringify({ alg, kid })).toString('base64url')}.${payload}`;
    const shared = createHmac('sha256', keys).update(start('HS256')).digest('base64url');
    expect(await trusting().verify(`${start('none')}.`)).toBeUndefined();
    expect(await trusting().verify(`${start('HS256')}.${shared}`)).toBeUndefined();
  });

  it('is refused where the issuer can not be reached, without an error', async () => {
    const issuer = 'http://127.0.0.1:9';
    const { privateKey } = await generateKeyPair('RS256');
    const claims = new SignJWT({ ...decodeJwt(token), iss: issuer });
    const unknown = await claims.setProtectedHeader({ alg: 'RS256', kid: 'any' }).sign(privateKey);
    const verifier = createTokenVerifier({
      issuers: [{ issuer, audience: oidcClientId }],
      clock: { now: () => new Date() },
    });
    expect(await verifier.verify(unknown)).toBeUndefined();
  });
});
