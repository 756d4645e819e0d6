import type { SeenName } from '#domain/ledger/unread-names.ts';
import type { SeenValue } from '#server/lib/attribute-values.ts';
import { lateMs, sumRejections } from '#server/lib/request/key-reports.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { getTimeLimits } from '#domain/conversations/batches/reported-times.ts';
import { decodeRequest, type Encoding, type ExportReport, type RecordKind } from './decode/otlp-encoding.ts';
import { readLogRecords, readSpans, type ReadRecords } from './decode/otlp-records.ts';
import type { LogRecord, SpanRecord } from './decode/records.ts';
import { saysCost } from './map/measured.ts';
import type { StoredFacts } from './map/span-facts.ts';
import { listSpanFacts, toEventFacts, type EventCounts } from './map/to-facts.ts';
import { listUnreadNames } from './map/unread-names.ts';
import { createValueReader, type ReadValues } from './map/watched-values.ts';

export interface ExportBody {
  readonly kind: RecordKind;
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
  readonly now: Date;
  /** Attributes that the company maps. */
  readonly attributes?: readonly string[];
}

/** The facts of an export in the form in which they are stored. */
export interface ReadExport {
  readonly stored: readonly WrittenFacts[];
  readonly report: ExportReport;
  /** Records that describe no assistant. */
  readonly ignored: number;
  /** Spans and events that arrive more than a day after they began. */
  readonly late: number;
  /** Values of the attributes that the company maps. */
  readonly seen: readonly SeenValue[];
  /** Attributes that look like something that is read, and are not. */
  readonly unread: readonly SeenName[];
}

export interface WrittenFacts extends Pick<StoredFacts, 'traceId' | 'spanId'> {
  readonly conversation: string | null;
  readonly startMs: number;
  /** `SpanFacts` as JSON. */
  readonly facts: string;
  /** Characters of the messages, as JSON. */
  readonly messageLength: number;
}

/** Runs where a large export holds up no request. */
export const readExportTask = { module: import.meta.url, run: readExport };

/** @throws Problem `request.malformed`, `request.too-complex` */
export async function readExport(body: ExportBody): Promise<ReadExport> {
  const { records, facts, report } = await readFacts(body);
  const latestMs = body.now.getTime() - lateMs;
  return {
    stored: facts.map(toWritten),
    report: { rejections: sumRejections(report.rejections), warnings: [...new Set(report.warnings)] },
    ignored: records.filter(({ isRelevant }) => !isRelevant).length,
    seen: listSeen(facts),
    unread: listUnreadNames({ records, facts }, body.attributes ?? []),
    late: facts.filter(({ facts: { isRelevant, startMs } }) => isRelevant && startMs < latestMs).length,
  };
}

function listSeen(facts: readonly StoredFacts[]): SeenValue[] {
  const values = facts.flatMap(({ facts: { values: own = [] } }) => own);
  return [...new Map(values.map((value) => [`${value.attribute} ${value.digest}`, value])).values()];
}

/** Records of an export, and the facts that are read from them. */
export interface ReadFacts {
  readonly records: ReadonlyArray<SpanRecord | LogRecord>;
  readonly facts: readonly StoredFacts[];
  readonly report: Pick<ReadRecords<unknown>, 'rejections' | 'warnings'>;
}

/** @throws Problem `request.malformed`, `request.too-complex` */
export async function readFacts({ kind, encoding, bytes, now, attributes = [] }: ExportBody): Promise<ReadFacts> {
  const request = await decode(kind, encoding, bytes);
  const readValues = createValueReader(attributes);
  return kind === 'spans' ? readSpanFacts(request, now, readValues) : readEventFacts(request, now, readValues);
}

async function decode(kind: RecordKind, encoding: Encoding, bytes: Uint8Array): Promise<unknown> {
  try {
    return await decodeRequest(kind, encoding, bytes);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem('request.malformed', {
      detail: `no ${kind} in ${encoding}`,
      reason: explain(encoding, bytes),
      cause,
    });
  }
}

const brace = 0x7b;

function explain(encoding: Encoding, bytes: Uint8Array): string {
  if (bytes.length === 0) return 'The body is empty.';
  const looksLikeJson = bytes.find((byte) => byte > 0x20) === brace;
  if (encoding === 'protobuf' && looksLikeJson) return 'The body is JSON, but its Content-Type says protobuf.';
  if (encoding === 'json' && !looksLikeJson) return 'The body is no JSON, but its Content-Type says so.';
  return encoding === 'json' ? 'The body is no valid JSON.' : 'The body is no valid protobuf of OTLP.';
}

function readSpanFacts(request: unknown, now: Date, readValues: ReadValues): ReadFacts {
  const { records, ...report } = readSpans(request, getTimeLimits(now));
  const warnings = [...report.warnings];
  const facts = records.flatMap((record) => {
    const own = listSpanFacts(record, readValues);
    const isLost = record.isRelevant && own[0]?.facts.measured?.cost === undefined && saysCost(record.attributes);
    if (isLost) warnings.push(lostCost);
    return own;
  });
  return { records, facts, report: { ...report, warnings } };
}

const lostCost = 'a cost was left out: it must be an amount from 0 to 999999999, in a currency of three letters';

function readEventFacts(request: unknown, now: Date, readValues: ReadValues): ReadFacts {
  const { records, rejections, warnings } = readLogRecords(request, getTimeLimits(now));
  const counts: EventCounts = new Map();
  const results = records.map((record, place) => toEventFacts(record, place, { counts, readValues }));
  return {
    records,
    facts: results.flatMap((result) => (result && 'facts' in result ? [result] : [])),
    report: {
      rejections: [...rejections, ...results.flatMap((result) => (result && 'reason' in result ? [result] : []))],
      warnings,
    },
  };
}

function toWritten({ traceId, spanId, facts }: StoredFacts): WrittenFacts {
  const written = JSON.stringify(facts);
  const { inputs, outputs, ...others } = facts;
  return {
    traceId,
    spanId,
    conversation: facts.conversation?.text ?? null,
    startMs: Math.floor(facts.startMs),
    facts: written,
    messageLength: inputs.length + outputs.length === 0 ? 0 : written.length - JSON.stringify(others).length,
  };
}
