import type { EndpointMeta } from '#contract/endpoint.ts';
import { Problem } from '../lib/problem.ts';
import { parseJsonBody } from './json-body.ts';

export const generalBodyLimitBytes = 1024 * 1024;

/**
 * The body of a request as the endpoint takes it: strict JSON, or the raw bytes of a file as a Blob. Counts what
 * arrives instead of trusting `Content-Length`, and stops reading at the limit.
 */
export async function readRequestBody(request: Request, meta: EndpointMeta): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  if (request.headers.has('content-encoding')) throw new Problem('request.unsupported-type');
  const limitBytes = meta.bodyLimitBytes ?? generalBodyLimitBytes;
  const bytes = await readBytes(request, limitBytes);
  if (meta.takesFile) return new Blob([bytes]);
  if (bytes.length === 0) return undefined;
  if (!isJson(request.headers.get('content-type'))) throw new Problem('request.unsupported-type');
  return parseJsonBody(bytes);
}

function isJson(contentType: string | null): boolean {
  return /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(contentType?.trim() ?? '');
}

async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declaredBytes = Number(request.headers.get('content-length') ?? 0);
  if (declaredBytes > limitBytes) throw new Problem('request.too-large');
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  if (request.body) {
    for await (const chunk of request.body) {
      byteLength += chunk.length;
      if (byteLength > limitBytes) throw new Problem('request.too-large');
      chunks.push(chunk);
    }
  }
  return concatenate(chunks, byteLength);
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
