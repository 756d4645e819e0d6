import { fillPath, type SweptEndpoint } from './endpoints.ts';
import type { RawCall } from './raw-call.ts';

interface DetailedInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** The raw call of an input. */
export async function toRawCall(
  endpoint: SweptEndpoint,
  input: unknown,
  headers: RawCall['headers'] = {},
): Promise<RawCall> {
  const { params = {}, query, headers: ownHeaders, body } = input as DetailedInput;
  const search = query ? `?${new URLSearchParams(toTexts(query)).toString()}` : '';
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  return {
    method: endpoint.method,
    path: `/api${fillPath(endpoint.path, params)}${search}`,
    headers: { ...type, ...ownHeaders, ...headers },
    body: await toBytes(body),
  };
}

function toTexts(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

async function toBytes(body: unknown): Promise<string | Uint8Array | undefined> {
  if (body === undefined) return undefined;
  return body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : JSON.stringify(body);
}
