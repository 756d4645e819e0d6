import * as z from 'zod';
import { fillPath, listEndpoints, type SweptEndpoint } from './endpoints.ts';
import { mayCall } from './sweep-access.ts';
import type { SweepReport } from './sweep-report.ts';
import type { SweepWorld } from './sweep-world.ts';
import { toRawCall } from './swept-call.ts';
import { getValidCall } from './valid-calls/valid-calls.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** The path with one name for both names of the id parameter. */
const toAddress = ({ path }: SweptEndpoint) => path.replaceAll('{_id}', '{id}');

/** Every address × every method that it does not have. */
export async function sweepMethods(report: SweepReport, world: SweepWorld) {
  const endpoints = listEndpoints();
  for (const path of new Set(endpoints.map(toAddress))) {
    const taken = endpoints.filter((each) => toAddress(each) === path).map(({ method }) => method);
    const { superAdmin, fileKey: key } = world.own;
    const filled = fillPath(path, { id: superAdmin.id, noteId: superAdmin.id, key, kind: 'spendingDigest' });
    for (const method of methods.filter((each) => !taken.includes(each))) {
      // The filled address may belong to another path, such as `/users/roles` to `/users/{id}`.
      await report.run({
        name: `${method} ${path}`,
        endpoint: undefined,
        call: { method, path: `/api${filled}`, headers: world.providerSuperAdmin.headers },
        expected: [404, 405],
      });
    }
  }
}

/** Every address × spellings that a router could accept: all need the same access. */
export async function sweepSpellings(report: SweepReport) {
  for (const endpoint of listEndpoints()) {
    const { access } = endpoint.meta;
    const path = fillPath(endpoint.path, { id: 'x', key: 'x' });
    const spellings = [
      `/api${path}/`,
      `/api/${path}`,
      `/api${path.toUpperCase()}`,
      `/api/.${path}`,
      `/api/x/..${path}`,
      `/api/x/%2e%2e${path}`,
      `/api${path};a=b`,
      `/api${path}%2F`,
      `/api${path}%00`,
      `/api${path}%20`,
      `/api${path}%E0%A4%A`,
      `/api${path}%ff`,
      `/api${path}?a=b&a=c`,
      `/api${path}?%E0%A4%A`,
    ];
    for (const spelling of spellings) {
      const call = { method: endpoint.method, path: spelling, headers: { 'x-http-method-override': 'GET' } };
      const expected = access === 'public' ? [200, 204, 400, 401, 404, 405, 409, 422] : [400, 401, 404, 405];
      await report.run({ name: `${endpoint.id} as ${spelling}`, endpoint, call, expected });
    }
  }
}

/** Invalid ids, written raw into the address. */
const noIds = [
  'x',
  '1',
  '-1',
  'null',
  'undefined',
  '%00',
  '%20',
  '%0d%0a',
  '%ff',
  '%E0%A4%A',
  '..',
  '%2e%2e',
  "'%20or%20'1'='1",
  '{}',
  '[]',
  '%F0%9F%98%80',
  'x'.repeat(201),
  'x'.repeat(4000),
];

/** Every id of an address × invalid ids and misspelt valid ones: never found, never a server fault. */
export async function sweepMalformedIds(report: SweepReport, world: SweepWorld) {
  for (const endpoint of listEndpoints()) {
    const caller = mayCall(endpoint, world.superAdmin) ? world.superAdmin : world.providerSuperAdmin;
    const { input } = await getValidCall(endpoint.key, world, caller);
    const { params = {} } = input as { params?: Record<string, string> };
    const isOfSender = endpoint.meta.access === 'intake';
    const made = await toRawCall(endpoint, input, isOfSender ? {} : caller.headers);
    const call = isOfSender ? { ...made, headers: { ...made.headers, ...world.senders.good[0]?.headers } } : made;
    for (const [name, id] of listMalformedIds(params)) {
      const path = `/api${fillPath(endpoint.path, { ...params, [name]: id }, true)}`;
      if (isOtherEndpoint(endpoint, path)) continue;
      await report.run({
        name: `${endpoint.id} × ${name} as ${id.slice(0, 60)}`,
        endpoint: undefined,
        call: { ...call, path },
        expected: [400, 404, 405],
      });
    }
  }
}

/** `/skills/store/..` is `/skills` by the rules of URLs, which is swept on its own. */
function isOtherEndpoint({ method }: SweptEndpoint, path: string): boolean {
  const meant = new URL(path, 'http://portal.example').pathname.replace(/\/$/, '');
  return listEndpoints().some((other) => other.method === method && meant === `/api${other.path}`);
}

function listMalformedIds(params: Record<string, string>): [name: string, id: string][] {
  return Object.entries(params).flatMap(([name, right]) => {
    const longer = ['%20', '%00', '%2F..', '+x', '%0a', '/x'].map((end) => `${right}${end}`);
    const shorter = right.includes('-') ? [right.replaceAll('-', '')] : [];
    return [...noIds, ...longer, ...shorter, `%20${right}`, `{${right}}`].map((id): [string, string] => [name, id]);
  });
}

const wrongQueryValues = ['', 'abc', '-1', '0', '1e9', '1.5', 'NaN', '100000', '\0', 'x'.repeat(300), '{}'];

/** Every query parameter × wrong values, repeated and unknown parameters: 400 or 422 unless the schema accepts them. */
export async function sweepQueries(report: SweepReport, world: SweepWorld) {
  for (const endpoint of listEndpoints()) {
    const schema = endpoint.query instanceof z.ZodOptional ? endpoint.query.unwrap() : endpoint.query;
    if (!(schema instanceof z.ZodObject)) continue;
    const caller = endpoint.meta.access === 'companies.manage' ? world.providerSuperAdmin : world.superAdmin;
    const { input } = await getValidCall(endpoint.key, world, caller);
    const { params, body } = input as { params?: Record<string, string>; body?: unknown };
    const sent = endpoint.meta.takesFile ? { params, body } : { params };
    const run = async (name: string, search: string, isTaken: boolean) => {
      const call = await toRawCall(endpoint, sent, caller.headers);
      await report.run({
        name: `${endpoint.id} × ${name}`,
        endpoint,
        call: { ...call, path: `${call.path}?${search}` },
        expected: isTaken ? [endpoint.successStatus] : [400, 422],
      });
    };
    for (const key of Object.keys(schema.shape)) {
      for (const value of wrongQueryValues) {
        const isTaken = !value.includes('\0') && schema.safeParse({ [key]: value }).success;
        await run(`${key}=${value.slice(0, 20)}`, `${key}=${encodeURIComponent(value)}`, isTaken);
      }
      await run(`${key} twice`, `${key}=1&${key}=2`, false);
      await run(`${key}[]`, `${key}[]=1`, false);
    }
    await run('an unknown parameter', 'unknown=1', false);
  }
}

/** Endpoints that use the session cookie × origins of other sites. */
export async function sweepOrigins(report: SweepReport, world: SweepWorld) {
  for (const endpoint of listEndpoints()) {
    if (!isCookieEndpoint(endpoint)) continue;
    const { input } = await getValidCall(endpoint.key, world, world.superAdmin);
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1', 'not an origin']) {
      await report.run({
        name: `${endpoint.id} × from ${origin}`,
        endpoint,
        call: await toRawCall(endpoint, input, { ...world.superAdmin.headers, origin }),
        // Pages of other sites may post there.
        expected: [endpoint.meta.fromOtherSites ? endpoint.successStatus : 403],
      });
    }
  }
}

function isCookieEndpoint({ meta }: SweptEndpoint): boolean {
  return meta.access === 'public' || meta.access === 'session';
}
