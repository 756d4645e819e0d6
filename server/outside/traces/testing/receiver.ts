import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as OTLP writes it in JSON; attributes as an object. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** Everything that was received, as text. */
  readText(): string;
  listSpans(): ReceivedSpan[];
  /** Called with each export. */
  onExport: (path: string, headers: IncomingHttpHeaders, body: string) => void;
  close(): Promise<void>;
}

type Value = { stringValue?: string; intValue?: number };
type StoredSpan = Omit<ReceivedSpan, 'attributes'> & { attributes: Array<{ key: string; value: Value }> };
type Export = { resourceSpans: Array<{ scopeSpans: Array<{ spans: StoredSpan[] }> }> };

/** A real server that takes OTLP over HTTP; it never answers where it `hangs`. */
export async function startReceiver({ hangs = false } = {}): Promise<Receiver> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    if (hangs) return;
    if (request.method === 'POST') bodies.push(body);
    receiver.onExport(request.url ?? '', request.headers, body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    port,
    readText: () => bodies.join('\n'),
    listSpans: () => bodies.flatMap((body) => (JSON.parse(body) as Export).resourceSpans.flatMap(toSpans)),
    onExport: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

const toSpans = ({ scopeSpans }: Export['resourceSpans'][number]): ReceivedSpan[] =>
  scopeSpans.flatMap(({ spans }) =>
    spans.map((span) => ({
      ...span,
      attributes: Object.fromEntries(
        span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
      ),
    })),
  );
