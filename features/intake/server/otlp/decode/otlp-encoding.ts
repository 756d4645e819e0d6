import { hasMoreValues } from '#server/lib/request/json-size.ts';
import { decodeText } from '#server/lib/storable-text.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { sumRejections, type CountedRejections } from '#server/lib/request/key-reports.ts';
import { maxValues } from '../limits.ts';
import { getField } from './otlp-values.ts';

export type RecordKind = 'spans' | 'logRecords';

/** On first use, because a portal without such an assistant needs no library for it. */
const loadProtobuf = () => import('./otlp-protobuf.ts');

const types = { json: 'application/json', protobuf: 'application/x-protobuf' } as const;
export type Encoding = keyof typeof types;

/** Undefined for a content type that OTLP does not define. */
export function findEncoding(contentType: string | null): Encoding | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === types.json) return 'json';
  return type === types.protobuf || type === 'application/protobuf' ? 'protobuf' : undefined;
}

/**
 * Decodes an export to plain values with the names of OTLP's JSON.
 * @throws Error for bytes that are not in the encoding; Problem `request.too-complex`
 */
export async function decodeRequest(kind: RecordKind, encoding: Encoding, bytes: Uint8Array): Promise<unknown> {
  if (encoding === 'protobuf') return (await loadProtobuf()).decodeProtobuf(kind, bytes);
  const { text } = decodeText(bytes);
  if (hasMoreValues(text, maxValues)) throw new Problem('request.too-complex');
  const request: unknown = JSON.parse(text);
  if (typeof request !== 'object' || request === null || Array.isArray(request)) throw toNoExport(kind);
  refuseOtherSignal(kind, request);
  return request;
}

const signals = { spans: ['resourceSpans', 'traces'], logRecords: ['resourceLogs', 'logs'] } as const;

const toNoExport = (kind: RecordKind): Problem =>
  new Problem('request.malformed', {
    detail: `no ${signals[kind][0]}`,
    reason: `The body is JSON, but no export of OTLP, which is an object with ${signals[kind][0]}.`,
  });

/** Log records sent as spans, the other way, and any other JSON would be accepted as an export of nothing. */
function refuseOtherSignal(kind: RecordKind, request: object): void {
  const other = signals[kind === 'spans' ? 'logRecords' : 'spans'];
  if (getField(request, signals[kind][0]) !== undefined || Object.keys(request).length === 0) return;
  if (getField(request, other[0]) === undefined) throw toNoExport(kind);
  throw new Problem('request.malformed', {
    detail: `${other[0]} instead of ${kind}`,
    reason: `This export has ${other[0]}: send it to /api/otlp/v1/${other[1]}.`,
  });
}

const shownReasons = 5;
const maxMessageLength = 1000;

/** Answer to the sender of an export: a reason for each rejected record, and what was left out of accepted ones. */
export interface ExportReport {
  readonly rejections: CountedRejections;
  readonly warnings: readonly string[];
}

export const emptyReport: ExportReport = { rejections: sumRejections([]), warnings: [] };

/** The response to an export in its encoding; a warning is a partial success without rejected records. */
export async function toExportResponse(
  kind: RecordKind | 'metrics',
  encoding: Encoding,
  report: ExportReport,
): Promise<Blob> {
  const partialSuccess = report.rejections.total + report.warnings.length === 0 ? undefined : summarise(report);
  if (encoding === 'protobuf') {
    const { encodeResponse } = await loadProtobuf();
    return new Blob([encodeResponse(partialSuccess)], { type: types.protobuf });
  }
  const name = kind === 'spans' ? 'rejectedSpans' : 'rejectedLogRecords';
  const response = partialSuccess && {
    partialSuccess: { [name]: String(partialSuccess.rejected), errorMessage: partialSuccess.errorMessage },
  };
  return new Blob([JSON.stringify(response ?? {})], { type: types.json });
}

function summarise({ rejections, warnings }: ExportReport): { rejected: number; errorMessage: string } {
  const texts = [toSentence('Refused', rejections.texts), toSentence('Warning', warnings)].filter(
    (text) => text !== '',
  );
  const errorMessage = texts.join('. ').slice(0, maxMessageLength).toWellFormed();
  return { rejected: rejections.total, errorMessage };
}

function toSentence(begin: string, all: readonly string[]): string {
  if (all.length === 0) return '';
  const reasons = [...new Set(all)];
  const more = reasons.length > shownReasons ? `; and ${reasons.length - shownReasons} more` : '';
  return `${begin}: ${reasons.slice(0, shownReasons).join('; ')}${more}`;
}
