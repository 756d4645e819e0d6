import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { newFileKey } from '../../lib/crypto/file-keys.ts';
import { listEndpoints, type SweptEndpoint } from './endpoints.ts';
import { withoutRequestId } from './judge-answer.ts';
import { mayCall } from './sweep-access.ts';
import type { RawAnswer } from './raw-call.ts';
import type { SweepReport } from './sweep-report.ts';
import { takeSnapshot, type SweepCaller, type SweepWorld } from './sweep-world.ts';
import { toRawCall } from './swept-call.ts';
import { getValidCall } from './valid-calls/valid-calls.ts';

/** Replacements for the ids, file keys and addresses of an input. */
interface Swap {
  readonly id: string;
  readonly key: string;
  readonly email: string;
}

/** Any address can be added, also one of another company. */
const addsUsers = ['usersCreate', 'usersCreateMany'];

/**
 * Every id of every endpoint × another company's id: answered exactly like an unknown id, and nothing in that company
 * changes.
 */
export async function sweepForeignIds(report: SweepReport, world: SweepWorld) {
  const before = await takeSnapshot(world, world.other.id);
  for (const endpoint of listEndpoints()) {
    for (const caller of world.callers) await sweepEndpoint(report, world, endpoint, caller);
    await sweepSenders(report, world, endpoint);
  }
  const isSame = before === (await takeSnapshot(world, world.other.id));
  const call = { method: 'SELECT', path: 'every table of the other company' };
  const answer = { status: 200, headers: {}, text: '' };
  report.note('the other company is untouched', call, answer, isSame ? [] : ['something in it has changed']);
}

async function sweepEndpoint(report: SweepReport, world: SweepWorld, endpoint: SweptEndpoint, caller: SweepCaller) {
  // The provider sees all companies, so it has no foreign ones.
  if (endpoint.meta.access === 'companies.manage' && mayCall(endpoint, caller)) return;
  // An intake key belongs to one company, and senders choose their ids.
  if (['public', 'session', 'intake'].includes(endpoint.meta.access)) return;
  const { other } = world;
  const {
    input,
    foreignId = other.superAdmin.id,
    unknown: statuses = [404, 422],
  } = await getValidCall(endpoint.key, world, caller);
  const foreign: Swap = { id: foreignId, key: other.fileKey, email: other.superAdmin.email };
  const unknown: Swap = { id: randomUUID(), key: newFileKey(), email: `${randomUUID()}@test.example` };
  const [foreignInput, unknownInput] = [swap(input, foreign), swap(input, unknown)];
  if (isDeepStrictEqual(foreignInput, input) || addsUsers.includes(endpoint.id)) return;
  const name = `${endpoint.id} × ${caller.name} × `;
  const expected = mayCall(endpoint, caller) ? statuses : [403];
  const call = await toRawCall(endpoint, unknownInput, caller.headers);
  const known = await report.run({ name: `${name}an unknown id`, endpoint, call, expected });
  await report.run({
    name: `${name}another company's id`,
    endpoint,
    call: await toRawCall(endpoint, foreignInput, caller.headers),
    expected: [known.status],
    judge: (answer) =>
      isDeepStrictEqual(withoutIds(answer, foreign), withoutIds(known, unknown))
        ? []
        : ['it differs from an unknown id'],
  });
}

/** An answer without its request id and without the id that was asked for, which it may repeat. */
const withoutIds = (answer: RawAnswer, { id }: Swap) =>
  JSON.stringify(withoutRequestId(answer) ?? null).replaceAll(id, '');

/**
 * Reports for one company change nothing in another one, also with the same ids; another company's id in an address is
 * answered like an unknown one.
 */
async function sweepSenders(report: SweepReport, world: SweepWorld, endpoint: SweptEndpoint) {
  if (endpoint.meta.access !== 'intake') return;
  for (const { name, headers } of world.senders.good) {
    const valid = await getValidCall(endpoint.key, world, world.superAdmin);
    const { input, foreignId, answers = [endpoint.successStatus] } = valid;
    const call = await toRawCall(endpoint, input);
    await report.run({
      name: `${endpoint.id} × ${name}, beside another company`,
      endpoint,
      call: { ...call, headers: { ...call.headers, ...headers } },
      expected: answers,
    });
    if (foreignId !== undefined) await sweepSender(report, endpoint, { name, headers, input, foreignId });
  }
}

interface SenderCall {
  readonly name: string;
  readonly headers: Record<string, string | string[]>;
  readonly input: unknown;
  readonly foreignId: string;
}

async function sweepSender(report: SweepReport, endpoint: SweptEndpoint, sender: SenderCall) {
  const { name, headers, input, foreignId } = sender;
  const ask = async (what: string, id: string, judge: (answer: RawAnswer) => string[] = () => []) => {
    const call = await toRawCall(endpoint, swap(input, { id, key: '', email: '' }));
    const raw = { ...call, headers: { ...call.headers, ...headers } };
    return report.run({ name: `${endpoint.id} × ${name} × ${what}`, endpoint, call: raw, expected: [404], judge });
  };
  const known = await ask('an unknown id', randomUUID());
  await ask("another company's id", foreignId, (answer) =>
    isDeepStrictEqual(withoutRequestId(answer), withoutRequestId(known)) ? [] : ['it differs from an unknown id'],
  );
}

const kinds = {
  id: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  key: /^[\w-]{22}$/,
  email: /^[^@\s]+@[^@\s]+$/,
} as const;

function swap(value: unknown, to: Swap): unknown {
  if (typeof value === 'string') {
    const kind = (Object.keys(kinds) as (keyof Swap)[]).find((each) => kinds[each].test(value));
    return kind ? to[kind] : value;
  }
  if (Array.isArray(value)) return value.map((each) => swap(each, to));
  if (value instanceof Blob || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, swap(each, to)]));
}
