import { gunzipSync } from 'node:zlib';
import { intakeBodyLimitBytes } from '#features/intake/contract/intake.ts';
import type { DroppedPart, PayloadKind } from '#features/intake/contract/dry-runs.ts';
import type { AttributeRules } from '#server/lib/attribute-values.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { parseBatch } from '#domain/conversations/batches/parse-batch.ts';
import type { Batch } from '#domain/conversations/batches/normalize-batch.ts';
import { deriveBatch, type LoadedText } from '../otlp/derive/derive-batch.ts';
import { settleMs } from '../otlp/derive/place-facts.ts';
import { readFacts, type ReadFacts } from '../otlp/read-export.ts';
import { listDropped } from './list-dropped.ts';

export interface Payload {
  /** Upload as received, possibly compressed with gzip. */
  readonly bytes: Uint8Array;
  /** Undefined to recognise it. */
  readonly kind: PayloadKind | undefined;
  readonly now: Date;
  readonly rules: AttributeRules;
}

interface Rejection {
  readonly name: string;
  readonly reasons: readonly string[];
}

const maxRejections = 100;

export interface ReadPayload {
  readonly format: { kind: PayloadKind; encoding: 'json' | 'protobuf'; isCompressed: boolean; bytes: number };
  readonly accepted: number;
  readonly rejected: number;
  /** The first ones. */
  readonly rejections: readonly Rejection[];
  readonly warnings: readonly string[];
  readonly dropped: readonly DroppedPart[];
  readonly batch: Batch;
  /** Ids of conversations that wait for an outer span. */
  readonly waiting: readonly string[];
}

/** Runs where a large payload holds up no request. */
export const readPayloadTask = { module: import.meta.url, run: readPayload };

/**
 * Reads a payload with what reads it at the intake.
 * @throws what `parseBatch` and `readFacts` throw
 */
export async function readPayload({ bytes: uploaded, kind, now, rules }: Payload): Promise<ReadPayload> {
  const isCompressed = isGzip(uploaded);
  const bytes = isCompressed ? decompress(uploaded) : uploaded;
  const encoding = looksLikeJson(bytes) ? 'json' : 'protobuf';
  const found = kind ?? recogniseKind(bytes, encoding);
  const format = { encoding, isCompressed, bytes: bytes.length } as const;
  if (found === 'conversations') return { format: { ...format, kind: found }, ...readNative(bytes, now) };
  const read = (asked: 'traces' | 'logs') =>
    readFacts({
      kind: asked === 'traces' ? 'spans' : 'logRecords',
      encoding,
      bytes,
      now,
      attributes: rules.attributes,
    });
  const [used, facts] = await readAny(read, found, kind === undefined && encoding === 'protobuf');
  return { format: { ...format, kind: used }, ...(await derive(facts, { now, rules })) };
}

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function decompress(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: intakeBodyLimitBytes });
  } catch (cause) {
    const isTooLarge = cause instanceof RangeError;
    if (isTooLarge) throw new Problem('request.too-large', { cause });
    throw new Problem('request.malformed', {
      detail: 'no gzip',
      reason: 'The file begins like gzip, but is none.',
      cause,
    });
  }
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  return first === 0x7b || first === 0x5b || first === undefined;
}

const headLength = 4096;

/** By the first field of JSON; traces and logs in protobuf begin alike. */
function recogniseKind(bytes: Uint8Array, encoding: 'json' | 'protobuf'): PayloadKind {
  if (encoding === 'protobuf') return 'traces';
  const head = new TextDecoder().decode(bytes.subarray(0, headLength));
  const [, signal] = /^\s*\{\s*"resource_?(spans|logs)"/i.exec(head) ?? [];
  if (signal === undefined) return 'conversations';
  return signal.toLowerCase() === 'spans' ? 'traces' : 'logs';
}

type Read = (kind: 'traces' | 'logs') => Promise<ReadFacts>;

/** Reads a payload as `kind`, or, where that is guessed, as the first of traces and logs that has a record. */
async function readAny(
  read: Read,
  kind: 'traces' | 'logs',
  isGuessed: boolean,
): Promise<['traces' | 'logs', ReadFacts]> {
  if (!isGuessed) return [kind, await read(kind)];
  const traces = await read('traces').catch((error: unknown) => toError(error));
  if (!(traces instanceof Error) && traces.records.length > 0) return ['traces', traces];
  const logs = await read('logs').catch((error: unknown) => toError(error));
  if (!(logs instanceof Error) && logs.records.length > 0) return ['logs', logs];
  if (traces instanceof Error) throw traces;
  return ['traces', traces];
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error('unreadable', { cause: error }));

function readNative(bytes: Uint8Array, now: Date): Omit<ReadPayload, 'format'> {
  const { batch, accepted, rejected } = parseBatch({ contentType: 'application/json', bytes, now, intakeKeyId: '' });
  return {
    accepted,
    rejected: rejected.length,
    rejections: rejected.slice(0, maxRejections).map(({ kind, index, id, reasons }) => ({
      name: `${kind}[${index}]${id === null ? '' : ` ${id}`}`,
      reasons,
    })),
    warnings: [],
    dropped: [],
    batch,
    waiting: [],
  };
}

async function derive(
  read: ReadFacts,
  { now, rules }: Pick<Payload, 'now' | 'rules'>,
): Promise<Omit<ReadPayload, 'format'>> {
  const { records, facts, report } = read;
  const traceIds = [...new Set(facts.map(({ traceId }) => traceId))];
  const load = (receivedMs: number): LoadedText[] => {
    const unique = new Map(facts.map((each) => [`${each.traceId} ${each.spanId}`, each]));
    return [...unique.values()].map(({ traceId, spanId, facts: own }) => ({
      traceId,
      spanId,
      facts: JSON.stringify(own),
      receivedMs,
      countedAs: null,
      intakeKeyId: null,
    }));
  };
  const atOnce = deriveBatch({ loaded: load(now.getTime()), traceIds, now, rules });
  // As ten minutes later, when what has not arrived is no longer awaited.
  const { batch, counted } = deriveBatch({ loaded: load(now.getTime() - settleMs), traceIds, now, rules });
  const waiting = new Set(atOnce.counted.filter(({ dueMs }) => dueMs !== null).map(({ traceId }) => traceId));
  const conversations = new Map(counted.map(({ traceId, spanId, countedAs }) => [`${traceId} ${spanId}`, countedAs]));
  const findConversation = (traceId: string, spanId: string) => conversations.get(`${traceId} ${spanId}`) ?? null;
  const waitingIds = counted.flatMap(({ traceId, countedAs }) => (waiting.has(traceId) ? (countedAs ?? []) : []));
  return {
    accepted: records.length,
    rejected: report.rejections.length,
    rejections: report.rejections.slice(0, maxRejections).map(({ text }) => ({ name: '', reasons: [text] })),
    warnings: [...new Set(report.warnings)],
    dropped: listDropped(read, findConversation, rules.attributes),
    batch,
    waiting: [...new Set(waitingIds)],
  };
}
