import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { expect } from 'vitest';
import { createUnsubscribeTokens } from '#features/mail/server/opt-outs/unsubscribe-token.ts';
import { readMails, waitForCode, waitForMail } from '../../caught-mail.ts';
import type { RawCall } from '../raw-call.ts';
import { newUserForm } from '../../user-forms.ts';
import { evil, expectDenied, findCaller, json, send, type Attacks } from './attack.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
const newPassword = (place: number) => `Other-Steward-20${30 + place}!`;

/** Letters that look like others, or become them in another case. */
const confusables: Readonly<Record<string, string>> = {
  k: '\u212A',
  s: '\u017F',
  a: '\u0430',
  e: '\uFF45',
  o: '\u03BF',
};

/** Attacks on who is behind a session, a token, a link or an address. */
export const identityAttacks: Attacks = {
  async 'an address in look-alike letters reaches no account'(world) {
    const { portal, own } = world;
    const { email } = await portal.makeUser(own.id, { email: 'kaseo-victim@test.example' });
    for (const [letter, other] of Object.entries(confusables)) {
      const body = JSON.stringify({ email: email.replace(letter, other), password: 'Steward-2026!' });
      const reset = JSON.stringify({ email: email.replace(letter, other) });
      for (const [path, text] of [
        ['sign-in', body],
        ['forgot-password', reset],
        ['resend-code', reset],
      ] as const) {
        const answer = await send(world, { method: 'POST', path: `/session/${path}`, headers: json, body: text });
        expectDenied(answer, `${path} with ${other}`);
      }
    }
    expect(await readMails(portal, email)).toEqual([]);
  },

  async 'a foreign host leads no mailed link elsewhere'(world) {
    const { portal, own } = world;
    const hosts: Record<string, string>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example;proto=https' },
      { 'x-original-url': `${evil}/`, referer: `${evil}/` },
    ];
    for (const headers of hosts) {
      const { email } = await portal.makeUser(own.id);
      const body = JSON.stringify({ email });
      const call = { method: 'POST', path: '/session/forgot-password', headers: { ...json, ...headers }, body };
      const { status } = await send(world, call);
      if (status !== 200) continue;
      const { text, html } = await waitForMail(portal, email, /^Reset your/);
      expect(`${text}${html}`).not.toContain('evil.example');
    }
  },

  async 'forged tokens open nothing'(world) {
    const { portal, own, other } = world;
    const { token } = await portal.makeUser(own.id);
    const [head = '', payload = '', signature = ''] = token.split('.');
    const [header, claims] = [decode(head), decode(payload)];
    const { keys } = (await portal.call('/session/jwks')).body as { keys: { kid?: string }[] };
    const hmac = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64url');
    const symmetric = `${encode({ alg: 'HS256', kid: keys[0]?.kid })}.${payload}`;
    const pem = createPublicKey({ key: keys[0] as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const pair = generateKeyPairSync('ed25519');
    const jwk = pair.publicKey.export({ format: 'jwk' });
    const selfSigned = `${encode({ ...header, jwk, kid: undefined })}.${payload}`;
    const forged = [
      `${encode({ ...header, alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'nOnE' })}.${payload}.${signature}`,
      `${symmetric}.${hmac(symmetric, JSON.stringify(keys[0]))}`,
      `${symmetric}.${hmac(symmetric, String(pem))}`,
      `${selfSigned}.${sign(null, Buffer.from(selfSigned), pair.privateKey).toString('base64url')}`,
      `${encode({ ...header, jku: `${evil}/keys`, x5u: evil })}.${payload}.${signature}`,
      `${encode({ ...header, kid: '../../../../dev/null' })}.${payload}.${signature}`,
      `${encode({ ...header, crit: ['exp'] })}.${payload}.${signature}`,
      `${head}.${encode({ ...claims, sub: other.superAdmin.accountId })}.${signature}`,
      `${head}.${encode({ ...claims, exp: Number(claims['exp']) + 86_400 })}.${signature}`,
      `${token}.${signature}`,
      `${head}.${payload}`,
    ];
    for (const each of forged) {
      const headers = { authorization: `Bearer ${each}` };
      expectDenied(await send(world, { method: 'GET', path: '/session/user', headers }), each);
    }
    expect((await portal.call('/session/user', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  },

  async 'a token outside of its header, or a cookie alone, reads nothing'(world) {
    const { user } = findCaller(world, 'SuperAdmin');
    const { token, cookie } = user;
    const calls: Omit<RawCall, 'method'>[] = [
      { path: `/users?access_token=${token}` },
      { path: '/users', headers: { cookie } },
      { path: '/users', headers: { cookie: `${cookie}; authorization=Bearer ${token}` } },
      { path: '/users', headers: { 'proxy-authorization': `Bearer ${token}`, 'x-authorization': `Bearer ${token}` } },
      { path: '/users', headers: { authorization: [`Bearer ${token}`, 'Bearer x'] } },
    ];
    for (const [place, call] of calls.entries()) {
      const answer = await send(world, { method: 'GET', ...call });
      // Of two headers node keeps the first, which is a whole one.
      if (place === 4 && answer.status === 200) continue;
      expectDenied(answer, JSON.stringify(call));
    }
  },

  async 'a page of another site changes no session, whatever it says its body is'(world) {
    const { portal, own } = world;
    const { cookie } = await portal.makeUser(own.id);
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json',
    ];
    for (const path of ['token', 'sign-out', 'company', 'new-password', 'sign-in']) {
      for (const type of types) {
        for (const origin of [evil, 'null', 'http://127.0.0.1.evil.example', 'file://']) {
          const headers = { cookie, origin, 'content-type': type };
          const body = JSON.stringify({ companyId: own.id, password: 'Steward-2026!', email: 'a@test.example' });
          expectDenied(
            await send(world, { method: 'POST', path: `/session/${path}`, headers, body }),
            `${path} ${type} ${origin}`,
          );
        }
      }
    }
    expect((await portal.call('/session', { headers: { cookie } })).body).toMatchObject({ state: 'signedIn' });
  },

  async 'a page of another name that leads to this machine sends no cookie call, in no spelling of the name'(world) {
    const { portal, own } = world;
    const { cookie } = await portal.makeUser(own.id);
    const { port } = new URL(portal.url);
    const names = [
      'evil.example',
      'EVIL.example',
      'evil.example.',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'evil.example#localhost',
      'localhost@evil.example',
      'evil.example/localhost',
      'xn--lcalhost-54a.example',
    ];
    for (const name of names.flatMap((each) => [each, `${each}:${port}`])) {
      for (const scheme of ['http', 'https']) {
        const headers = { host: name, origin: `${scheme}://${name}`, cookie, ...json };
        for (const path of ['/session/token', '/session/sign-out', '/session/company']) {
          const answer = await send(world, { method: 'POST', path, headers, body: '{}' });
          expectDenied(answer, `${path} ${scheme}://${name}`);
        }
      }
    }
    // Headers of proxies name no host either.
    const more: Record<string, string>[] = [{ 'x-forwarded-host': 'evil.example' }, { forwarded: 'host=evil.example' }];
    for (const proxied of more) {
      const headers = { origin: 'http://evil.example', cookie, ...json, ...proxied };
      expectDenied(await send(world, { method: 'POST', path: '/session/token', headers }), JSON.stringify(proxied));
    }
    expect((await portal.call('/session', { headers: { cookie } })).body).toMatchObject({ state: 'signedIn' });
  },

  async 'no other site reads an answer'(world) {
    const { headers } = findCaller(world, 'SuperAdmin');
    for (const path of ['/users', '/session', '/session/token', '/files/x', '/nothing']) {
      for (const origin of [evil, 'null']) {
        const asked = {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        };
        for (const method of ['OPTIONS', 'GET']) {
          const answer = await send(world, { method, path, headers: { ...headers, ...asked } });
          const granted = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
          expect({ path, method, granted }).toEqual({ path, method, granted: [] });
        }
      }
    }
  },

  async 'a reset code counts once, also when it is sent many times at once, and old tokens end with it'(world) {
    const { portal, own } = world;
    const { email, token } = await portal.makeUser(own.id);
    await portal.call('/session/forgot-password', { body: { email } });
    const code = await waitForCode(portal, email, /^Reset your/);
    const reset = (place: number) =>
      portal.call('/session/reset-password', { body: { email, code, password: newPassword(place) } });
    const answers = await Promise.all([0, 1, 2, 3].map(reset));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await reset(5)).status).toBe(422);
    expect((await portal.call('/session/user', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
    const opened = await Promise.all(
      [0, 1, 2, 3].map((place) => portal.call('/session/sign-in', { body: { email, password: newPassword(place) } })),
    );
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
  },

  async 'a session of another account is neither found nor ended'(world) {
    const { portal, own } = world;
    const person = await portal.makeUser(own.id);
    const { superAdmin: victim } = await portal.makeCompany();
    const { body } = await portal.call('/session/sessions', { as: victim });
    const [{ id = '' } = {}] = body as { id?: string }[];
    expect((await portal.call(`/session/sessions/${id}`, { as: person, method: 'DELETE' })).status).toBe(404);
    expect((await portal.call('/session/user', { as: victim })).status).toBe(200);
  },

  async 'a link to unsubscribe stops nothing of another person, kind or company'(world) {
    const { portal, own, other } = world;
    const tokens = createUnsubscribeTokens(portal.secrets.key);
    const token = tokens.write({ companyId: own.id, userId: own.superAdmin.id, kind: 'invoices' });
    const forged = [
      token.replace(own.id, other.id),
      token.replace(own.superAdmin.id, other.superAdmin.id),
      token.replace('invoices', 'maintenance'),
      token.slice(0, -1),
      createUnsubscribeTokens('another key').write({ companyId: own.id, userId: own.superAdmin.id, kind: 'invoices' }),
    ];
    for (const each of forged) {
      const body = JSON.stringify({ token: each });
      expectDenied(await send(world, { method: 'POST', path: '/unsubscribe', headers: json, body }), each);
      expectDenied(await send(world, { method: 'POST', path: `/unsubscribe/${each}`, headers: json }), each);
    }
    const kinds = await portal.call('/user-info/mail-opt-outs', { as: own.superAdmin });
    expect(kinds.body).toEqual([]);
  },

  async 'an answer of an issuer leads to no other site'(world) {
    const { own } = world;
    for (const relay of [evil, '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const body = new URLSearchParams({ SAMLResponse: 'none', RelayState: relay }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: evil };
      const path = `/session/single-sign-on/saml/${own.id}`;
      const answer = await send(world, { method: 'POST', path, headers, body });
      const { origin, pathname } = new URL(answer.headers.location ?? '/', 'http://portal.test');
      expect({ relay, origin, pathname, status: answer.status }).toMatchObject({
        relay,
        pathname: expect.stringMatching(/^\/(?:single-sign-on.*)?$/),
      });
      expect(origin).not.toContain('evil');
    }
  },

  async 'a line break in a name adds no header to a mail, and no person'(world) {
    const { portal, own } = world;
    for (const name of [
      'Mari\r\nBcc: spy@evil.example',
      'Mari\nSubject: Pay now',
      'Mari\u2028Bcc: spy',
      'Mari\u0000',
    ]) {
      const form = newUserForm({ firstName: name });
      const { status } = await portal.call('/users', { as: own.superAdmin, body: form });
      expect([201, 400, 422]).toContain(status);
      if (status !== 201) continue;
      const mail = await waitForMail(portal, form.email, /./);
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.to).toBe(form.email);
    }
    expect(await readMails(portal, 'spy@evil.example')).toEqual([]);
  },
};
