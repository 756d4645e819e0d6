import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { newUserForm } from '../../user-forms.ts';
import { skillForm } from '../valid-calls/valid-bodies.ts';
import type { SweepWorld } from '../sweep-world.ts';
import { expectDenied, expectNoPollution, findCaller, json, send, type Attacks } from './attack.ts';

const bodies = [
  '/session/sign-in',
  '/users',
  '/analytics/logs',
  '/intake/conversations',
  '/page-views',
  '/skills/store/create',
];

/** The headers of who may post to a path of `bodies`. */
const headersOf = (world: SweepWorld, path: string) =>
  path.startsWith('/intake') ? world.senders.good[0]?.headers : findCaller(world, 'SuperAdmin').headers;

const zeros = 32 * 1024 * 1024;

/** Attacks by the path, headers, encoding and framing of a request. */
export const requestAttacks: Attacks = {
  async 'keys of JSON reach no prototype'(world) {
    const pollutions = [
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      '{"a":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
      `{"conversations":[{"id":"x","date":"2026-11-01T10:00:00.000Z","attributes":{"__proto__":"polluted","constructor":"x"},"messages":[]}]}`,
    ];
    for (const path of bodies) {
      for (const body of pollutions) {
        const headers = { ...json, ...headersOf(world, path) };
        const { status } = await send(world, { method: 'POST', path, headers, body });
        expect({ path, status, isFault: status >= 500 || status === 0 }).toMatchObject({ isFault: false });
        expectNoPollution();
      }
    }
    const queries = [
      '__proto__[polluted]=1',
      'constructor[prototype][polluted]=1',
      '__proto__.polluted=1',
      'stringValue[$ne]=x',
    ];
    for (const query of queries) {
      const { headers } = findCaller(world, 'SuperAdmin');
      const { status } = await send(world, { method: 'GET', path: `/users?${query}`, headers });
      expect(status).toBeLessThan(500);
      expectNoPollution();
    }
  },

  async 'nested and endless bodies are refused'(world) {
    const deep = 60_000;
    const texts = [
      '['.repeat(deep) + ']'.repeat(deep),
      '{"a":'.repeat(deep) + '1' + '}'.repeat(deep),
      '['.repeat(deep),
    ];
    for (const path of bodies) {
      for (const body of texts) {
        const headers = { ...json, ...headersOf(world, path) };
        expectDenied(await send(world, { method: 'POST', path, headers, body }), `${path} ${body.slice(0, 5)}`);
      }
    }
  },

  async 'no encoding of a body unpacks more than is allowed'(world) {
    const packed = gzipSync(Buffer.alloc(zeros));
    const twice = gzipSync(packed);
    for (const path of bodies) {
      for (const [encoding, body] of [
        ['gzip', packed],
        ['gzip, gzip', twice],
        ['x-gzip', packed],
        ['br', packed],
        ['deflate', packed],
        ['zstd', packed],
        ['identity, gzip', packed],
      ] as const) {
        const headers = { ...json, ...headersOf(world, path), 'content-encoding': encoding };
        expectDenied(await send(world, { method: 'POST', path, headers, body }), `${path} ${encoding}`);
      }
    }
  },

  async 'no charset or broken text is a fault'(world) {
    const text = JSON.stringify({ email: 'nobody@test.example', password: 'Steward-2026!' });
    const odd: [string, string | Uint8Array][] = [
      ['application/json; charset=utf-16le', Buffer.from(text, 'utf16le')],
      ['application/json; charset=utf-7', '+AHsAIgBlACI-'],
      ['application/json; charset=iso-2022-jp', Buffer.from([0x1b, 0x24, 0x42, 0x21])],
      ['application/json', Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from(text)])],
      ['application/json', Buffer.from([0xff, 0xfe, 0xfd])],
      ['application/json', '{"email":"\\ud800@test.example","password":"\\udfff"}'],
      ['application/json', '{"email":"a@test.example","email":"b@test.example","password":"x"}'],
      ['application/json; charset="', text],
      ['', text],
    ];
    for (const [type, body] of odd) {
      const headers = { 'content-type': type };
      const answer = await send(world, { method: 'POST', path: '/session/sign-in', headers, body });
      expectDenied(answer, `${type} ${String(body).slice(0, 40)}`);
    }
  },

  async 'a header names no other method, and a parameter no second value'(world) {
    const { portal, own } = world;
    const victim = await portal.makeUser(own.id);
    const { headers } = findCaller(world, 'SuperAdmin');
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const call = {
        method: 'POST',
        path: '/users?_method=DELETE',
        headers: { ...headers, ...json, [name]: 'DELETE' },
      };
      expectDenied(await send(world, { ...call, body: JSON.stringify([victim.id]) }), name);
    }
    expect((await portal.call(`/users/${victim.id}`, { as: own.superAdmin })).status).toBe(200);
    const twice = await send(world, { method: 'GET', path: '/users?limit=1&limit=1000', headers });
    if (twice.status === 200) expect((JSON.parse(twice.text) as unknown[]).length).toBeLessThanOrEqual(1);
    else expectDenied(twice, 'limit twice');
  },

  async 'two framings of one request are refused'(world) {
    const { hostname, port } = new URL(world.portal.url);
    const requests = [
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/users HTTP/1.1\r\nHost: x\r\n\r\n',
      'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde',
      'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
      'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
      'X-Header: a\rX-Other: b\r\n\r\n',
    ];
    for (const rest of requests) {
      const answer = await talk(
        Number(port),
        hostname,
        `POST /api/session/sign-in HTTP/1.1\r\nHost: ${hostname}\r\n${rest}`,
      );
      expect({ rest, answer: answer.slice(0, 12) }).toEqual({ rest, answer: 'HTTP/1.1 400' });
      expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    }
  },

  async 'a caller chooses no id of its request, so that none is forged in the log'(world) {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'a"}\t{"level":60', 'x'.repeat(5000)]) {
      const headers = { 'x-request-id': id, 'x-correlation-id': id, traceparent: id };
      const { text, headers: answered } = await send(world, { method: 'GET', path: '/users', headers });
      const { requestId } = JSON.parse(text) as { requestId: string };
      expect(requestId).toMatch(/^[\w-]{8,64}$/);
      expect([requestId, answered['x-request-id']]).not.toContain(id);
    }
  },

  async 'the key of a file leads to no other file, in no spelling, part or method'(world) {
    const { portal, own, other } = world;
    const { headers } = findCaller(world, 'SuperAdmin');
    const paths = [
      other.fileKey,
      `${own.fileKey}%2f..%2f${other.fileKey}`,
      `..%2f${other.id}%2f${other.fileKey}`,
      `%2e%2e/${other.id}/${other.fileKey}`,
      `${other.id}%2F${other.fileKey}`,
      `${other.fileKey}%00`,
      `${other.fileKey}%20`,
      '..%5c..%5csecrets.json',
      '%252e%252e%252fsecrets.json',
      '....%2f%2fsecrets.json',
    ];
    const asked: Record<string, string>[] = [
      {},
      { range: 'bytes=0-0' },
      { 'if-none-match': '*' },
      { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ];
    for (const path of paths) {
      for (const more of asked) {
        for (const method of ['GET', 'HEAD']) {
          const answer = await send(world, { method, path: `/files/${path}`, headers: { ...headers, ...more } });
          expectDenied(answer, `${method} ${path}`);
          expect(answer.text).not.toContain('a picture');
        }
      }
    }
    const mine = await portal.call(`/files/${own.fileKey}`, { as: own.superAdmin });
    expect(mine.status).toBe(200);
    expect(mine.headers.get('x-content-type-options')).toBe('nosniff');
    expect(mine.headers.get('content-security-policy')).toMatch(/default-src 'none'|sandbox/);
  },

  async 'a known ETag tells nothing without the right to the answer'(world) {
    const [own] = world.senders.good;
    const path = '/intake/integrations';
    const known = await send(world, { method: 'GET', path, headers: { ...own?.headers } });
    const tag = String(known.headers.etag);
    for (const name of ['if-none-match', 'if-match']) {
      for (const value of [tag, '*', `W/${tag}`]) {
        expectDenied(await send(world, { method: 'GET', path, headers: { [name]: value } }), `${name}: ${value}`);
        for (const { headers } of world.senders.bad.slice(0, 3)) {
          expectDenied(await send(world, { method: 'GET', path, headers: { ...headers, [name]: value } }), name);
        }
      }
    }
  },

  async 'fields that no form has are neither saved nor a right'(world) {
    const { portal, own, other } = world;
    const person = await portal.makeUser(own.id);
    const planted = [
      { companyId: other.id },
      { accountId: other.superAdmin.accountId },
      { isProvider: true },
      { capabilities: ['companies.manage'] },
      { cameInAt: '2026-01-01T00:00:00.000Z' },
      { access: { state: 'Active', hasTwoFactor: true, canManage: true } },
    ];
    for (const more of planted) {
      const form = newUserForm(more);
      const { status, body } = await portal.call('/users', { as: own.superAdmin, body: form });
      expect([201, 422]).toContain(status);
      if (status === 201) {
        const { id } = body as { id: string };
        expect((await portal.call(`/users/${id}`, { as: own.superAdmin })).body).toMatchObject({
          access: { state: 'Invited' },
        });
        expect((await portal.call(`/users/${id}`, { as: other.superAdmin })).status).toBe(404);
      }
      const own_ = { ...newUserForm({ email: person.email }), ...more, roles: ['SuperAdmin'] };
      const saved = await portal.call(`/users/${person.id}`, { as: person, body: own_ });
      expectDenied({ status: saved.status, text: JSON.stringify(saved.body) }, 'own roles');
    }
    const skill = { ...skillForm(), isProvided: true, companyId: other.id, _id: other.skillId, state: 'active' };
    await portal.call('/skills/store/create', { as: own.superAdmin, body: skill });
    const seen = await portal.call('/skills/store', { as: other.superAdmin });
    expect(JSON.stringify(seen.body)).not.toContain(skill.name);
    expect((await portal.call('/session/user', { as: person })).body).toMatchObject({
      companyId: own.id,
      roles: ['User'],
    });
  },
};

/** Sends bytes as they are, and reads until the end of the connection. */
function talk(port: number, host: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, host, () => socket.write(text));
    socket.setTimeout(5000, () => socket.destroy());
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}
