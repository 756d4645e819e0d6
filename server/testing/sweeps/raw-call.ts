import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** A call without normalisation, so that paths, methods and lengths may be wrong. */
export interface RawCall {
  readonly method: string;
  /** Full path with query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array | undefined;
  /** Sends the body without a length, in chunks. */
  readonly chunked?: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const answerTimeoutMs = 60_000;

/** Sends a call. An answer may come before the body is sent; a connection without an answer is status 0. */
export function sendRaw(url: string, { method, path, headers, body, chunked }: RawCall): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const framing = chunked ? { 'transfer-encoding': 'chunked' } : bytes && { 'content-length': String(bytes.length) };
  return new Promise((resolve) => {
    const isLarge = (bytes?.length ?? 0) > 64 * 1024;
    const sent = request({
      hostname,
      port,
      method,
      path,
      agent: isLarge ? false : agent,
      headers: { ...framing, ...headers },
      timeout: answerTimeoutMs,
    });
    sent.on('response', (response) => {
      void readAnswer(response).then(resolve);
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', (error) => resolve({ status: 0, headers: {}, text: error.message }));
    if (bytes && chunked) {
      for (let start = 0; start < bytes.length; start += 16_384) sent.write(bytes.subarray(start, start + 16_384));
      sent.end();
    } else {
      sent.end(bytes);
    }
  });
}

async function readAnswer(response: IncomingMessage): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      // A stream of events does not end by itself.
      if (response.headers['content-type'] === 'text/event-stream') break;
    }
  } catch {
    // An answer cut off after its headers, such as after a body over the limit, counts as far as it came.
  }
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') };
}
