import { decodeProtobuf, encodeResponse } from './otlp-protobuf.ts';

export type RecordKind = 'spans' | 'logRecords';

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
 * @throws Error for bytes that are not in the encoding
 */
export function decodeRequest(kind: RecordKind, encoding: Encoding, bytes: Uint8Array): unknown {
  if (encoding === 'protobuf') return decodeProtobuf(kind, bytes);
  const request: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (typeof request !== 'object' || request === null || Array.isArray(request)) throw new Error('not an object');
  return request;
}

const shownReasons = 5;
const maxMessageLength = 1000;

/** The response to an export in its encoding, with the rejected records and the reasons. */
export function toExportResponse(kind: RecordKind, encoding: Encoding, rejections: readonly string[]): Blob {
  const partialSuccess = rejections.length === 0 ? undefined : summarise(rejections);
  if (encoding === 'protobuf') return new Blob([encodeResponse(partialSuccess)], { type: types.protobuf });
  const name = kind === 'spans' ? 'rejectedSpans' : 'rejectedLogRecords';
  const response = partialSuccess && {
    partialSuccess: { [name]: String(partialSuccess.rejected), errorMessage: partialSuccess.errorMessage },
  };
  return new Blob([JSON.stringify(response ?? {})], { type: types.json });
}

function summarise(rejections: readonly string[]): { rejected: number; errorMessage: string } {
  const reasons = [...new Set(rejections)];
  const more = reasons.length > shownReasons ? `; and ${reasons.length - shownReasons} more` : '';
  const errorMessage = `Refused: ${reasons.slice(0, shownReasons).join('; ')}${more}`;
  return { rejected: rejections.length, errorMessage: errorMessage.slice(0, maxMessageLength).toWellFormed() };
}
