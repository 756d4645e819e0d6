import { serve } from '@hono/node-server';
import type { ServerType } from '@hono/node-server';
import type { Server } from 'node:http';
import type { Hono } from 'hono';
import type { NodeBindings } from './client-address.ts';

interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

export interface RunningServer {
  readonly port: number;
  /** Takes no new connections, lets running requests finish, and resolves when the last one is gone. */
  close(): Promise<void>;
}

const headersTimeoutMs = 15_000;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 65_000;
const closeGraceMs = 6000;

/** Slow clients are cut off by Node's own limits (faults, section 7). */
export async function listen(
  app: Hono<{ Bindings: NodeBindings }>,
  { host, port }: ListenOptions,
): Promise<RunningServer> {
  const server = await new Promise<ServerType>((resolve, reject) => {
    const created = serve(
      {
        fetch: app.fetch,
        hostname: host,
        port,
        serverOptions: {
          headersTimeout: headersTimeoutMs,
          requestTimeout: requestTimeoutMs,
          keepAliveTimeout: keepAliveTimeoutMs,
          connectionsCheckingInterval: 5_000,
          maxHeaderSize: 16 * 1024,
        },
      },
      () => resolve(created),
    );
    created.once('error', reject);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => closeGracefully(server as Server),
  };
}

function closeGracefully(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), closeGraceMs);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
