import { decodeProtobuf, encodeAnswer } from './otlp-protobuf.ts';

export type RecordKind = 'spans' | 'logRecords';

const types = { json: 'application/json', protobuf: 'application/x-protobuf' } as const;
export type Encoding = keyof typeof types;

/** Undefined for what OTLP does not come in. */
export function findEncoding(contentType: string | null): Encoding | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === types.json) return 'json';
  return type === types.protobuf || type === 'application/protobuf' ? 'protobuf' : undefined;
}

/**
 * An export as plain values, with the names of OTLP's JSON.
 * @throws where the bytes are no such thing
 */
export function decodeRequest(kind: RecordKind, encoding: Encoding, bytes: Uint8Array): unknown {
  if (encoding === 'protobuf') return decodeProtobuf(kind, bytes);
  const request: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (typeof request !== 'object' || request === null || Array.isArray(request)) throw new Error('not an object');
  return request;
}

const shownReasons = 5;
const maxMessageLength = 1000;

/** The answer to an export, in its encoding: what was refused, and why. */
export function toAnswer(kind: RecordKind, encoding: Encoding, refusals: readonly string[]): Blob {
  const partialSuccess = refusals.length === 0 ? undefined : summarise(refusals);
  if (encoding === 'protobuf') return new Blob([encodeAnswer(partialSuccess)], { type: types.protobuf });
  const name = kind === 'spans' ? 'rejectedSpans' : 'rejectedLogRecords';
  const answer = partialSuccess && {
    partialSuccess: { [name]: String(partialSuccess.rejected), errorMessage: partialSuccess.errorMessage },
  };
  return new Blob([JSON.stringify(answer ?? {})], { type: types.json });
}

function summarise(refusals: readonly string[]): { rejected: number; errorMessage: string } {
  const reasons = [...new Set(refusals)];
  const more = reasons.length > shownReasons ? `; and ${reasons.length - shownReasons} more` : '';
  const errorMessage = `Refused: ${reasons.slice(0, shownReasons).join('; ')}${more}`;
  return { rejected: refusals.length, errorMessage: errorMessage.slice(0, maxMessageLength).toWellFormed() };
}
