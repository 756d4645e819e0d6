import { readdir } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Random } from '#demo-assistant/random.ts';
import { decodeRequest } from '../decode/otlp-encoding.ts';
import { getField, getList } from '../decode/otlp-values.ts';
import { deriveConversations } from '../derive/derive-conversations.ts';
import { settleMs } from '../derive/place-facts.ts';
import type { StoredFacts } from '../map/span-facts.ts';
import { readFacts } from '../read-export.ts';
import { readRecorded } from './recorded-clients.ts';

type Signal = 'traces' | 'logs';

/** One span or log record with what its export says around it, as JSON of OTLP. */
interface CutRecord {
  readonly signal: Signal;
  /** The place of its export. */
  readonly place: number;
  readonly resource: unknown;
  readonly scope: unknown;
  readonly item: object;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | null;
  /** Whether it ended and names a skill, so that it shows a run of it. */
  readonly namesSkill: boolean;
  readonly facts: readonly StoredFacts[];
}

/** A recorded client, record by record. */
export interface Recording {
  readonly client: string;
  readonly records: readonly CutRecord[];
}

/** The same with other texts, for example the conversations and the skill of another client. */
export async function rename(
  { client, records }: Recording,
  texts: ReadonlyArray<readonly [string, string]>,
): Promise<Recording> {
  const toOther = <Value>(value: Value): Value =>
    JSON.parse(texts.reduce((json, [one, other]) => json.replaceAll(one, other), JSON.stringify(value))) as Value;
  const renamed = records.map(async (record) => {
    const other = { ...record, item: toOther(record.item) };
    return { ...other, ...(await describe(other)) };
  });
  return { client, records: await Promise.all(renamed) };
}

/** Mixes the reports of two senders, in any order among each other. */
export function mixCuts(one: Cut, other: Cut, random: Random): Cut {
  const count = Math.max(one.waves.length, other.waves.length);
  const waves = Array.from({ length: count }, (_, index) => {
    const both = [...(one.waves[index] ?? []), ...(other.waves[index] ?? [])];
    return random.chance(0.5) ? both : shuffle(both, random);
  });
  return { kind: `${one.kind}, ${other.kind}`, isWhole: one.isWhole && other.isWhole, waves };
}

/** The runs that are billed where everything arrives: their skills by their ids. */
export function listWholeRuns({ records }: Recording): Map<string, string | undefined> {
  const loaded = records
    .flatMap(({ facts }) => facts)
    .map((each) => ({ ...each, receivedMs: 0, countedAs: null, intakeKeyId: null }));
  const traceIds = [...new Set(loaded.map(({ traceId }) => traceId))];
  const { conversations } = deriveConversations(loaded, traceIds, { now: new Date(settleMs) });
  return new Map(conversations.flatMap(({ requests = [] }) => requests.map(({ id, skill }) => [id, skill] as const)));
}

/** Records that arrive in the end, in waves between which no parent is awaited any more. */
export interface Cut {
  readonly kind: string;
  readonly isWhole: boolean;
  readonly waves: ReadonlyArray<ReadonlyArray<readonly CutRecord[]>>;
}

export async function listClients(): Promise<string[]> {
  return (await readdir(new URL('clients/', import.meta.url))).toSorted();
}

export async function readRecording(client: string): Promise<Recording> {
  const exports = await readRecorded(client);
  const records = await Promise.all(exports.map((recorded, place) => splitExport(recorded, place)));
  return { client, records: records.flat() };
}

const layouts = {
  traces: { kind: 'spans', groups: 'resourceSpans', scopes: 'scopeSpans', items: 'spans' },
  logs: { kind: 'logRecords', groups: 'resourceLogs', scopes: 'scopeLogs', items: 'logRecords' },
} as const;

async function splitExport(
  { signal, contentType, bytes }: Awaited<ReturnType<typeof readRecorded>>[number],
  place: number,
): Promise<CutRecord[]> {
  if (signal !== 'traces' && signal !== 'logs') return [];
  const { kind, groups, scopes, items } = layouts[signal];
  const encoding = contentType === 'application/json' ? 'json' : 'protobuf';
  const request = await decodeRequest(kind, encoding, gunzipSync(bytes));
  const records = getList(request, groups).flatMap((group) =>
    getList(group, scopes).flatMap((scope) =>
      getList(scope, items).map((item) => ({
        signal: signal as Signal,
        place,
        resource: getField(group, 'resource'),
        scope: getField(scope, 'scope'),
        item: item as object,
      })),
    ),
  );
  return Promise.all(records.map(async (record) => ({ ...record, ...(await describe(record)) })));
}

async function describe(record: Pick<CutRecord, 'signal' | 'resource' | 'scope' | 'item'>) {
  const bytes = new TextEncoder().encode(JSON.stringify(toRequest([record])));
  const { kind } = layouts[record.signal];
  const { facts } = await readFacts({ kind, encoding: 'json', bytes, now: new Date('2026-11-26T00:00:00Z') });
  const [first] = facts;
  return {
    traceId: first?.traceId ?? '',
    spanId: first?.spanId ?? '',
    parent: first?.facts.parent ?? null,
    facts,
    namesSkill: first?.facts.kind === 'span' && first.facts.skill !== null && first.facts.endMs !== null,
  };
}

/** An export of these records, which are all of one signal. */
export function toRequest(records: ReadonlyArray<Pick<CutRecord, 'signal' | 'resource' | 'scope' | 'item'>>): object {
  const { groups, scopes, items } = layouts[records[0]?.signal ?? 'traces'];
  const list = records.map(({ resource, scope, item }) => ({
    ...(resource === undefined ? {} : { resource }),
    [scopes]: [{ ...(scope === undefined ? {} : { scope }), [items]: [item] }],
  }));
  return { [groups]: list };
}

const isOutermost = ({ records }: Recording) => {
  const known = new Set(records.map(({ spanId }) => spanId));
  return ({ signal, parent }: CutRecord) => signal === 'traces' && (parent === null || !known.has(parent));
};

const kinds = ['outermost', 'outermost later', 'last exports', 'any span', 'any subset', 'any order'] as const;
type Kind = (typeof kinds)[number];

/** Leaves out, or sends later, what programs that are killed and exports that fail leave out. */
export function cutAtRandom(recording: Recording, random: Random): Cut {
  const kind = random.pick(kinds);
  const lost = chooseLost(kind, recording, random);
  const arrived = recording.records.filter((record) => !lost.has(record));
  const ordered = kind === 'any order' || random.chance(0.5) ? shuffle(arrived, random) : arrived;
  const isLater = kind === 'outermost later';
  const border = !isLater && random.chance(0.3) ? random.int(0, ordered.length) : ordered.length;
  const waves = [ordered.slice(0, border), ordered.slice(border), isLater ? [...lost] : []];
  return {
    kind,
    isWhole: isLater || lost.size === 0,
    waves: waves.filter((wave) => wave.length > 0).map((wave) => toExports(wave, random)),
  };
}

function chooseLost(kind: Kind, recording: Recording, random: Random): ReadonlySet<CutRecord> {
  const { records } = recording;
  if (kind === 'any order') return new Set();
  if (kind === 'any span') return new Set([random.pick(records)]);
  // Exports are cut anew, because some clients have recorded one alone.
  if (kind === 'last exports') return new Set(records.slice(random.int(1, records.length)));
  const [share, isOuter] = [random.fraction(), isOutermost(recording)];
  const isLost = kind === 'any subset' ? () => random.chance(share) : isOuter;
  return new Set(records.filter((record) => isLost(record) && (kind === 'any subset' || random.chance(0.6))));
}

function toExports(records: readonly CutRecord[], random: Random): CutRecord[][] {
  const exports: CutRecord[][] = [];
  for (const record of records) {
    const last = exports.at(-1);
    if (last?.[0]?.signal === record.signal && !random.chance(0.2)) last.push(record);
    else exports.push([record]);
  }
  return exports;
}

function shuffle<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, place: random.fraction() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
