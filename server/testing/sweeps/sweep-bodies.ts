import { crc32, gzipSync } from 'node:zlib';
import type * as z from 'zod';
import { generalBodyLimitBytes } from '../../http/request-body.ts';
import { listDamagedBodies, listMalformedBodies, mutateBody } from './body-mutations.ts';
import { listEndpoints, type SweptEndpoint } from './endpoints.ts';
import { readJson } from './judge-answer.ts';
import type { RawAnswer, RawCall } from './raw-call.ts';
import type { SweepReport } from './sweep-report.ts';
import type { SweepWorld } from './sweep-world.ts';
import { toRawCall } from './swept-call.ts';
import { getValidCall } from './valid-calls/valid-calls.ts';

interface SweptBody {
  readonly endpoint: SweptEndpoint;
  readonly schema: z.ZodType;
  readonly body: unknown;
  readonly call: RawCall;
  readonly bodyless: readonly number[];
}

/** Every endpoint with a body × every kind of wrong body, from an allowed caller. */
export async function sweepBodies(report: SweepReport, world: SweepWorld) {
  for (const endpoint of listEndpoints()) {
    if (!endpoint.body) continue;
    const valid = await getValidCall(endpoint.key, world, world.providerSuperAdmin);
    const { input, body: schema = endpoint.body, bodyless = [422] } = valid;
    const call = await toRawCall(endpoint, input, getCallerHeaders(world, endpoint));
    const swept = { endpoint, schema, body: (input as { body: unknown }).body, call, bodyless };
    await sweepTransport(report, swept);
    if (endpoint.meta.acceptsGzip) await sweepGzip(report, swept);
    if (endpoint.meta.access !== 'public') await sweepUnasked(report, swept);
    if (endpoint.meta.takesFile) continue;
    await sweepMalformed(report, swept);
    await sweepMutations(report, swept);
  }
}

/** The headers of an allowed caller. */
function getCallerHeaders({ providerSuperAdmin, senders }: SweepWorld, { meta }: SweptEndpoint) {
  return meta.access === 'intake' ? (senders.good[0]?.headers ?? {}) : providerSuperAdmin.headers;
}

/** Wrong types, encodings and lengths of the body. */
async function sweepTransport(report: SweepReport, { endpoint, call, body, bodyless }: SweptBody) {
  const limitBytes = endpoint.meta.bodyLimitBytes ?? generalBodyLimitBytes;
  const large = Buffer.alloc(limitBytes + 1, 0x20);
  const gzipped = gzipSync(Buffer.from(JSON.stringify(body)));
  const cells: [string, Partial<RawCall>, readonly number[]][] = [
    ['identity coding named', { headers: { ...call.headers, 'content-encoding': 'identity' } }, [415]],
    ['over the limit', { body: large }, [413]],
    ['over the limit in chunks', { body: large, chunked: true }, [413]],
    ['far over the limit in chunks', { body: Buffer.alloc(limitBytes * 4, 0x20), chunked: true }, [413]],
    ['no body', { body: undefined }, bodyless],
  ];
  if (!endpoint.meta.acceptsGzip) {
    cells.push(['gzip', { body: gzipped, headers: { ...call.headers, 'content-encoding': 'gzip' } }, [415]]);
  }
  if (!endpoint.meta.takesFile) cells.push(...listWrongTypes(call));
  for (const [name, change, expected] of cells) {
    await report.run({ name: `${endpoint.id} × ${name}`, endpoint, call: { ...call, ...change }, expected });
  }
}

/** Compressed bodies: gzip is accepted, a bomb is stopped at the limit, invalid gzip is refused. */
async function sweepGzip(report: SweepReport, { endpoint, call }: SweptBody) {
  const limitBytes = endpoint.meta.bodyLimitBytes ?? generalBodyLimitBytes;
  const gzipped = gzipSync(Buffer.from(call.body ?? ''));
  const bomb = gzipSync(Buffer.alloc(limitBytes * 8, 0x20));
  const asGzip = { headers: { ...call.headers, 'content-encoding': 'gzip' } };
  const cells: [string, Partial<RawCall>, number[]][] = [
    ['gzip', { ...asGzip, body: gzipped }, [endpoint.successStatus]],
    ['gzip in chunks', { ...asGzip, body: gzipped, chunked: true }, [endpoint.successStatus]],
    ['a gzip bomb', { ...asGzip, body: bomb }, [413]],
    ['a gzip bomb in chunks', { ...asGzip, body: bomb, chunked: true }, [413]],
    ['gzip cut off', { ...asGzip, body: gzipped.subarray(0, -9) }, [400]],
    ['no gzip, but called so', { ...asGzip, body: call.body }, [400]],
    ['another coding', { headers: { ...call.headers, 'content-encoding': 'br' } }, [415]],
    ['two codings', { body: gzipped, headers: { ...call.headers, 'content-encoding': 'gzip, gzip' } }, [415]],
  ];
  for (const [name, change, expected] of cells) {
    await report.run({ name: `${endpoint.id} × ${name}`, endpoint, call: { ...call, ...change }, expected });
  }
}

function listWrongTypes({ headers }: RawCall): [string, Partial<RawCall>, number[]][] {
  const { 'content-type': type, ...untyped } = headers ?? {};
  const types = [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    'application/vnd.api+json',
  ];
  if (type === undefined) return [];
  return [
    ...types.map((other): [string, Partial<RawCall>, number[]] => [
      `as ${other}`,
      { headers: { ...untyped, 'content-type': other } },
      [415],
    ]),
    ['of no type', { headers: untyped }, [415]],
  ];
}

async function sweepMalformed(report: SweepReport, { endpoint, call, body }: SweptBody) {
  const damaged = endpoint.meta.access === 'intake' ? {} : listDamagedBodies(body);
  for (const [name, malformed] of Object.entries({ ...listMalformedBodies(body), ...damaged })) {
    if (malformed === call.body) continue;
    await report.run({
      name: `${endpoint.id} × ${name}`,
      endpoint,
      call: { ...call, body: malformed },
      expected: [400],
    });
  }
}

/** Whether every mutation is sent, `SWEPT_BODIES=all`, or one of those that are refused for the same faults. */
const sendsAll = process.env['SWEPT_BODIES'] === 'all';

/** Mutations that the schema refuses: 422 with the path. */
async function sweepMutations(report: SweepReport, { endpoint, call, body, schema }: SweptBody) {
  const kinds = Map.groupBy(listRefused(schema, body), ({ faults }) => faults);
  for (const [faults, alike] of kinds) {
    // Another of them with each kind, so that every value reaches many endpoints.
    const picked = crc32(`${endpoint.id} ${faults}`) % alike.length;
    for (const mutation of sendsAll ? alike : alike.slice(picked, picked + 1)) {
      await report.run({
        name: `${endpoint.id} × ${mutation.name}`,
        endpoint,
        call: { ...call, body: JSON.stringify(mutation.body) },
        expected: [422],
        judge: (answer) => findUnnamed(answer, mutation.path),
      });
    }
  }
}

/** The mutations that the schema refuses, with where and why it does, of which the answer is made. */
function listRefused(schema: z.ZodType, body: unknown) {
  return mutateBody(body).flatMap((mutation) => {
    const { error } = schema.safeParse(mutation.body);
    if (error === undefined) return [];
    const faults = error.issues.map(({ code, path }) => `${code} at ${path.join('.')}`).toSorted();
    return [{ ...mutation, faults: faults.join(', ') }];
  });
}

function findUnnamed(answer: RawAnswer, path: string | undefined): string[] {
  const { fields = [] } = (readJson(answer) ?? {}) as { fields?: { path: string; message: string }[] };
  if (fields.length === 0) return ['the refusal names no field'];
  // A missing entry of a list is a fault of the list.
  const list = path?.replace(/\.?\d+$/, '');
  const isNamed = fields.some(
    (field) => field.path === path || field.path === list || field.path.startsWith(`${path}.`),
  );
  if (path === undefined || isNamed) return [];
  return [`the refusal does not name ${path} but ${fields.map((field) => field.path).join(', ')}`];
}

/** Callers without a token get 401 before the body is checked. */
async function sweepUnasked(report: SweepReport, { endpoint, call, body }: SweptBody) {
  const { 'content-type': type = '' } = call.headers ?? {};
  const bodies: Record<string, Partial<RawCall>> = {
    'malformed JSON': { body: '{', headers: { 'content-type': type } },
    'a wrong body': { body: '{"a":1}', headers: { 'content-type': type } },
    'a wrong type': { body: JSON.stringify(body), headers: { 'content-type': 'text/plain' } },
    'a coding': { body: 'x', headers: { 'content-type': type, 'content-encoding': 'gzip' } },
    'a large body': { body: Buffer.alloc(generalBodyLimitBytes * 3), headers: { 'content-type': type } },
  };
  for (const [name, change] of Object.entries(bodies)) {
    const name401 = `${endpoint.id} × no token and ${name}`;
    await report.run({ name: name401, endpoint, call: { ...call, ...change }, expected: [401] });
  }
}
