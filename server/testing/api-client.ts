export interface ApiCall {
  /** Default: `POST` with a body, else `GET`. */
  readonly method?: string;
  /** Sent as JSON; text and bytes are sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, else text; of a stream of events the first one. */
  readonly body: unknown;
}

/** One call over HTTP; `path` without `/api`. */
export async function callApi(url: string, path: string, { method, body, headers }: ApiCall = {}): Promise<ApiAnswer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${url}/api${path}`, {
    redirect: 'manual',
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : isRaw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body),
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? await response.json() : await readText(response),
  };
}

/** A stream of events does not end by itself. */
async function readText(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}
