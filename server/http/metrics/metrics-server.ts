import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { isOwnHost } from '../../lib/network/own-hosts.ts';

export interface MetricsSource {
  readonly contentType: string;
  render(): Promise<string>;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` to the operator's collector, on a port apart from the portal's, so that no proxy of the portal
 * shows it to others. It answers to this machine's names, IP addresses, names without a dot, METRICS_HOST and the portal's public
 * address alone, because a page in a browser could let any other name lead to it. Answers while the database is away.
 */
export async function listenForMetrics(
  source: MetricsSource,
  { host, port, publicUrl }: { readonly host: string; readonly port: number; readonly publicUrl?: string | undefined },
): Promise<MetricsServer> {
  const ownUrls = [publicUrl, isIP(host) === 0 ? `http://${host}` : undefined];
  const isOwn = (name: string | undefined) => ownUrls.some((url) => isOwnHost(name, url));
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 8192 }, (request, response) => {
    if (!isOwn(request.headers.host)) {
      response.writeHead(421).end();
      return;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    source.render().then(
      (text) => response.writeHead(200, { 'content-type': source.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
