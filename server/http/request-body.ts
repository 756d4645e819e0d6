import type { IncomingMessage } from 'node:http';
import type { EndpointMeta } from '#contract/endpoint.ts';
import { isJsonType } from '../lib/request/content-type.ts';
import { Problem } from '../lib/request/problem.ts';
import { parseJsonBody } from './json-body.ts';

export const generalBodyLimitBytes = 1024 * 1024;
/** For calls without an actor, which anybody can make. */
const openBodyLimitBytes = 16 * 1024;

/**
 * The body of a request: strict JSON, or a Blob where the endpoint takes bytes. Counts bytes instead of trusting
 * `Content-Length` and stops at the limit. Reads Node's stream where there is one, because a web stream around it costs
 * more than all parsing.
 */
export async function readRequestBody(
  request: Pick<Request, 'method' | 'headers' | 'body'>,
  meta: EndpointMeta,
  incoming: IncomingMessage | undefined,
  onBytes: (byteLength: number) => void = () => undefined,
): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const limitBytes = meta.bodyLimitBytes ?? getLimitBytes(meta);
  const bytes = await readBytes({ request, incoming, limitBytes, isGzip: isGzip(request, meta), onBytes });
  if (meta.takesFile) return new Blob([bytes]);
  if (bytes.length === 0) return undefined;
  if (!isJsonType(request.headers.get('content-type'))) throw new Problem('request.unsupported-type');
  return parseJsonBody(bytes, meta.access === 'intake' ? 'mended' : 'strict');
}

function getLimitBytes({ access }: EndpointMeta): number {
  return access === 'public' || access === 'session' ? openBodyLimitBytes : generalBodyLimitBytes;
}

function isGzip({ headers }: Pick<Request, 'headers'>, { acceptsGzip }: EndpointMeta): boolean {
  const encoding = headers.get('content-encoding');
  if (encoding === null) return false;
  if (acceptsGzip && /^gzip$/i.test(encoding.trim())) return true;
  throw new Problem(acceptsGzip ? 'intake.coding' : 'request.unsupported-type');
}

interface Reading {
  readonly request: Pick<Request, 'headers' | 'body'>;
  readonly incoming: IncomingMessage | undefined;
  readonly limitBytes: number;
  readonly isGzip: boolean;
  /** Called with the length of each decompressed chunk, and with 0 before the first one; may throw. */
  readonly onBytes: (byteLength: number) => void;
}

/** The limit counts decompressed bytes, because a small body can unpack to a large one. */
async function readBytes(reading: Reading): Promise<Uint8Array<ArrayBuffer>> {
  const { limitBytes, onBytes } = reading;
  const declaredBytes = Number(reading.request.headers.get('content-length') ?? 0);
  if (declaredBytes > limitBytes) throw new Problem('request.too-large');
  onBytes(0);
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of readable(openBody(reading), reading.isGzip)) {
    byteLength += chunk.length;
    if (byteLength > limitBytes) throw new Problem('request.too-large');
    onBytes(chunk.length);
    chunks.push(chunk);
  }
  return concatenate(chunks, byteLength);
}

function openBody({ request, incoming, isGzip: isCompressed }: Reading): AsyncIterable<Uint8Array> {
  if (isCompressed) return request.body?.pipeThrough(new DecompressionStream('gzip')) ?? nothing();
  // Not destroyed at the limit, because the answer is sent on the same connection.
  return incoming?.iterator({ destroyOnReturn: false }) ?? request.body ?? nothing();
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** @throws Problem `request.malformed` for an aborted body and for invalid gzip */
async function* readable(body: AsyncIterable<Uint8Array>, isCompressed: boolean): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    const reason = isCompressed ? 'The body is no gzip, although Content-Encoding says so.' : undefined;
    throw new Problem('request.malformed', { detail: 'the body could not be read', ...(reason && { reason }), cause });
  }
}

function concatenate(chunks: readonly Uint8Array[], byteLength: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(byteLength);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
