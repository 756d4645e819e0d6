import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createAuditKey,
  encodeParts,
  sealEnd,
  sealEntry,
  signEnd,
  type SealedFields,
} from '../../lib/crypto/audit-seal.ts';
import {
  beforeChain,
  checkEnd,
  checkSeals,
  type ChainFault,
  type Checkpoint,
  type StoredHead,
  type StoredSeal,
} from './check-chain.ts';

const companyId = randomUUID();
const key = createAuditKey(1, Buffer.alloc(32, 7));
const findKey = (number: number) => (number === key.number ? key : undefined);

interface Chain {
  readonly seals: StoredSeal[];
  readonly head: StoredHead;
  readonly checkpoints: readonly Checkpoint[];
  /** Entries beside the seals. */
  readonly unsealed: number;
}

const toHead = ({ position, mac }: Pick<StoredSeal, 'position' | 'mac'>): StoredHead => ({
  position,
  mac,
  keyNumber: 1,
  headMac: sealEnd(key, { companyId, position, mac }),
});

function buildSeals(length: number): StoredSeal[] {
  let previous = beforeChain.mac;
  return Array.from({ length }, (_, index) => {
    const position = index + 1;
    const occurredAt = new Date(Date.UTC(2026, 0, 1, 0, 0, index));
    const entryId = String(1000 + index);
    const micros = String(occurredAt.getTime() * 1000);
    const fields = [companyId, entryId, micros, null, 'Mari', '', null, 'users.update', `u${index % 7}`, '{"a": 1}'];
    const mac = sealEntry(key, { companyId, position, previous }, fields);
    previous = mac;
    return { position, entryId, occurredAt, keyNumber: 1, mac, fields };
  });
}

const length = 40;
const whole = buildSeals(length);
const sign = ({ position, mac }: StoredSeal): Checkpoint => {
  const end = { companyId, position, mac, signedAt: new Date(Date.UTC(2026, 1, 1)) };
  return { ...end, keyNumber: key.number, signature: signEnd(key, end) };
};
const get = (place: number) => whole[place] as StoredSeal;
const intact: Chain = {
  seals: whole,
  head: toHead(get(length - 1)),
  checkpoints: [sign(get(9)), sign(get(29))],
  unsealed: 0,
};

function findFault({ seals, head, checkpoints, unsealed }: Chain): ChainFault | undefined {
  const check = { companyId, findKey, checkpoints };
  const place = checkSeals(check, beforeChain, seals);
  if ('kind' in place) return place;
  const entries = seals.length + unsealed;
  return checkEnd(check, place, {
    head,
    entries,
    seals: seals.length,
    unsealed: undefined,
    isAdopting: false,
    isBegun: false,
  });
}

/** mulberry32, so that a failed round can be repeated. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % below;
  };
}

type Random = ReturnType<typeof createRandom>;
const replaceAt = (place: number, change: Partial<StoredSeal>) =>
  whole.map((seal, index) => (index === place ? { ...seal, ...change } : seal));
const renumber = (seals: readonly StoredSeal[]) => seals.map((seal, index) => ({ ...seal, position: index + 1 }));

/** Changes one character, drops or adds one, or takes a missing value for an empty one. */
function changeFields(fields: SealedFields, random: Random): SealedFields {
  const place = random(fields.length);
  const value = fields[place] ?? null;
  const at = random((value ?? '').length + 1);
  const changed =
    value === null ? '' : value === '' ? null : [`${value.slice(0, at)}x${value.slice(at)}`, value.slice(1)][random(2)];
  return fields.map((field, index) => (index === place ? (changed ?? null) : field));
}

/** Changes that a caller can make who writes to the database and does not have the key. */
const tamperings: Readonly<Record<string, (random: Random) => Chain>> = {
  changed: (random) => {
    const place = random(length);
    return { ...intact, seals: replaceAt(place, { fields: changeFields(get(place).fields ?? [], random) }) };
  },
  'changed seal': (random) => {
    const mac = Buffer.from(get(random(length)).mac);
    const bit = random(256);
    mac[bit >> 3] = (mac[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const place = random(length);
    return { ...intact, seals: replaceAt(place, random(2) === 0 ? { mac } : { occurredAt: new Date(random(1e9)) }) };
  },
  'dropped entry': (random) => ({ ...intact, seals: replaceAt(random(length), { fields: null }) }),
  'dropped with its seal': (random) => {
    const place = random(length);
    return { ...intact, seals: whole.filter((_, index) => index !== place) };
  },
  'dropped, the others moved up': (random) => {
    const place = random(length);
    const seals = renumber(whole.filter((_, index) => index !== place));
    const last = seals.at(-1) as StoredSeal;
    return { ...intact, seals, head: { ...intact.head, position: last.position, mac: last.mac } };
  },
  reordered: (random) => {
    const place = random(length);
    const other = (place + 1 + random(length - 1)) % length;
    const seals = [...whole];
    [seals[place], seals[other]] = [get(other), get(place)];
    return { ...intact, seals: renumber(seals) };
  },
  'inserted without a seal': (random) => ({ ...intact, unsealed: 1 + random(3) }),
  'inserted with the seal of another': (random) => {
    const place = random(length + 1);
    return { ...intact, seals: renumber([...whole.slice(0, place), get(random(length)), ...whole.slice(place)]) };
  },
  'inserted with a seal of an own key': (random) => {
    const place = random(length);
    const own = createAuditKey(1, Buffer.alloc(32, 8));
    const previous = place === 0 ? beforeChain.mac : get(place - 1).mac;
    const mac = sealEntry(own, { companyId, position: place + 1, previous }, get(place).fields ?? []);
    return { ...intact, seals: replaceAt(place, { mac }) };
  },
  'cut, the head as it was': (random) => ({ ...intact, seals: whole.slice(0, random(length)) }),
  'cut, the head moved back': (random) => {
    const seals = whole.slice(0, 1 + random(length - 1));
    const last = seals.at(-1) as StoredSeal;
    return { ...intact, seals, head: { ...intact.head, position: last.position, mac: last.mac }, checkpoints: [] };
  },
  'cut, with an older head from a copy': (random) => {
    const seals = whole.slice(0, 1 + random(29));
    return { ...intact, seals, head: toHead(seals.at(-1) as StoredSeal) };
  },
  'checkpoint changed': (random) => {
    const [first, second] = intact.checkpoints as [Checkpoint, Checkpoint];
    const changed = [{ signedAt: new Date(random(1e9)) }, { position: 1 + random(9) }, { mac: get(random(9)).mac }];
    return { ...intact, checkpoints: [{ ...first, ...changed[random(3)] }, second] };
  },
};

test('an untouched chain has no fault', () => {
  expect(findFault(intact)).toBeUndefined();
});

test('each of 1,000 random tamperings is seen', () => {
  const random = createRandom(20_261_123);
  const names = Object.keys(tamperings);
  const rounds = Array.from({ length: 1000 }, (_, round) => names[round % names.length] ?? '');
  const unseen = rounds.filter((name) => {
    const chain = tamperings[name]?.(random);
    if (chain && findFault(chain)) return false;
    return true;
  });
  expect(unseen).toEqual([]);
});

test('the first broken entry is named', () => {
  const seals = replaceAt(30, { fields: null }).map((seal, index) => (index === 12 ? { ...seal, fields: [] } : seal));
  expect(findFault({ ...intact, seals })).toMatchObject({
    kind: 'changed',
    position: 13,
    entryId: '1012',
    occurredAt: get(12).occurredAt,
  });
});

test('no two lists of parts have the same bytes', () => {
  const lists = [
    ['a', 'b'],
    ['ab'],
    ['ab', ''],
    ['', 'ab'],
    ['ab', null],
    [null, 'ab'],
    ['2:ab'],
    ['1:a', 'b'],
    ['-'],
    [null],
    [],
  ];
  expect(new Set(lists.map((parts) => encodeParts(parts).toString())).size).toBe(lists.length);
});
