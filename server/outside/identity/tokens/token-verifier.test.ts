import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { identityTokenType } from './signing-keys.ts';
import { createTokenVerifier, type TokenVerifier } from './token-verifier.ts';

const issuer = 'https://portal.test';
const audience = 'portal';
const trusted = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const foreign = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const rsa = await generateKeyPair('RS256', { extractable: true });
const publicKeys = [
  { ...(await exportJWK(trusted.publicKey)), kid: 'key-1', alg: 'EdDSA' },
  { ...(await exportJWK(rsa.publicKey)), kid: 'rsa-1', alg: 'RS256' },
];

let now: Date;
let verifier: TokenVerifier;

beforeEach(() => {
  now = new Date('2026-11-21T12:00:00.000Z');
  const localKeys = () => Promise.resolve({ keys: publicKeys });
  verifier = createTokenVerifier({ issuers: [{ issuer, audience, localKeys }], clock: { now: () => now } });
});

const seconds = () => Math.floor(now.getTime() / 1000);

function sign(
  changes: { header?: Partial<JWTHeaderParameters>; payload?: JWTPayload } = {},
  key: Parameters<SignJWT['sign']>[0] = trusted.privateKey,
) {
  const payload = {
    iss: issuer,
    aud: audience,
    sub: 'account-1',
    sid: 'session-1',
    iat: seconds(),
    exp: seconds() + 300,
  };
  const header = { alg: 'EdDSA', kid: 'key-1', typ: identityTokenType, ...changes.header };
  return new SignJWT({ ...payload, ...changes.payload }).setProtectedHeader(header).sign(key);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The sound token with another header, its signature made by `signature` or left as it was. */
async function withHeader(header: object, signature?: (input: string) => string) {
  const [, payload = '', original = ''] = (await sign()).split('.');
  const input = `${encode(header)}.${payload}`;
  return `${input}.${signature ? signature(input) : original}`;
}

describe('a token of our own', () => {
  it('returns the account and the session', async () => {
    expect(await verifier.verify(await sign())).toMatchObject({
      issuer,
      isOwn: true,
      subject: 'account-1',
      sessionId: 'session-1',
    });
  });

  it('ends to the second', async () => {
    const token = await sign();
    now = new Date(now.getTime() + 299_000);
    expect(await verifier.verify(token)).toBeDefined();
    now = new Date(now.getTime() + 1000);
    expect(await verifier.verify(token)).toBeUndefined();
  });
});

describe('a forged token is refused', () => {
  const forgeries: Record<string, () => Promise<string>> = {
    'of another audience': () => sign({ payload: { aud: 'another' } }),
    'of an unknown issuer': () => sign({ payload: { iss: 'https://evil.test' } }),
    'without expiry': () => sign({ payload: { exp: undefined } }),
    'without a subject': () => sign({ payload: { sub: undefined } }),
    'without a session': () => sign({ payload: { sid: undefined } }),
    'that begins later': () => sign({ payload: { nbf: seconds() + 60 } }),
    'of another purpose': () => sign({ header: { typ: 'JWT' } }),
    'without a type': () => sign({ header: { typ: undefined } }),
    'signed with another key under our key id': () => sign({}, foreign.privateKey),
    'signed with an algorithm we do not use, by a key we publish': () =>
      sign({ header: { alg: 'RS256', kid: 'rsa-1' } }, rsa.privateKey),
    'without a key id': () => sign({ header: { kid: undefined } }),
    'with a key id that is a path': () => sign({ header: { kid: '../../dev/null' } }),
    'with the algorithm none': () => withHeader({ alg: 'none', kid: 'key-1', typ: identityTokenType }, () => 'AA'),
    'with an empty signature': () => withHeader({ alg: 'EdDSA', kid: 'key-1', typ: identityTokenType }, () => ''),
    'with a symmetric signature by our public key': async () => {
      const publicPem = await exportSPKI(trusted.publicKey);
      return withHeader({ alg: 'HS256', kid: 'key-1', typ: identityTokenType }, (input) =>
        createHmac('sha256', publicPem).update(input).digest('base64url'),
      );
    },
    'that brings its own key': async () =>
      sign({ header: { jwk: await exportJWK(foreign.publicKey) } }, foreign.privateKey),
    'that names where its key is': () => sign({ header: { jku: 'http://127.0.0.1:1/keys' } }, foreign.privateKey),
    'that names where its certificate is': () => sign({ header: { x5u: 'http://127.0.0.1:1/cert' } }),
    'that asks for an unknown extension': () => withHeader({ alg: 'EdDSA', kid: 'key-1', crit: ['exp'], exp: 1 }),
    'that is no token': async () => 'a.b.c',
    'of a hundred kilobytes': () => sign({ payload: { filler: 'x'.repeat(100_000) } }),
  };

  it.each(Object.keys(forgeries))('%s', async (name) => {
    const token = await forgeries[name]?.();
    expect(await verifier.verify(token ?? '')).toBeUndefined();
  });

  it('within five milliseconds of processor time', async () => {
    await verifier.verify(await sign());
    const tokens = await Promise.all(Object.values(forgeries).map((forge) => forge()));
    const times: number[] = [];
    for (const token of [...tokens, ...tokens, ...tokens]) {
      // Of this process, because a busy machine lets it wait.
      const before = process.cpuUsage();
      await verifier.verify(token);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
    }
    expect(times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.9)]).toBeLessThan(5);
  });
});

it('a token of a key that another token made a moment ago is accepted', async () => {
  await verifier.verify(await sign());
  const next = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  publicKeys.push({ ...(await exportJWK(next.publicKey)), kid: 'key-2', alg: 'EdDSA' });
  expect(await verifier.verify(await sign({ header: { kid: 'key-2' } }, next.privateKey))).toBeDefined();
  publicKeys.pop();
});

describe('our own keys being out of reach', () => {
  it('is an outage and no verdict, and is over as soon as they are back', async () => {
    let isDown = true;
    const localKeys = async () => {
      if (isDown) throw new Error('the database is away');
      return { keys: publicKeys };
    };
    const own = createTokenVerifier({ issuers: [{ issuer, audience, localKeys }], clock: { now: () => now } });
    const token = await sign();
    await expect(own.verify(token)).rejects.toThrow('the database is away');
    isDown = false;
    now = new Date(now.getTime() + 5000);
    expect(await own.verify(token)).toMatchObject({ subject: 'account-1' });
  });
});
