import { serve } from '@hono/node-server';
import type { ServerType } from '@hono/node-server';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { NodeBindings } from './client-address.ts';

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** How long a closing server still answers on connections it has, in milliseconds; a second unless told. */
  readonly drainMs?: number;
}

export interface RunningServer {
  readonly port: number;
  /**
   * Takes no new connections, answers what still comes on the others with `Connection: close`, lets running requests
   * finish, and resolves when the last connection is gone.
   */
  close(): Promise<void>;
}

const headersTimeoutMs = 15_000;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 65_000;
const closeGraceMs = 6000;

/** Slow clients are cut off by Node's own limits (faults, section 7). */
export async function listen(
  app: Hono<{ Bindings: NodeBindings }>,
  { host, port, drainMs = 1000 }: ListenOptions,
): Promise<RunningServer> {
  let isClosing = false;
  const fetch: typeof app.fetch = async (request, env) => {
    const response = await app.fetch(request, env);
    if (isClosing) response.headers.set('connection', 'close');
    return response;
  };
  const server = await new Promise<ServerType>((resolve, reject) => {
    const created = serve(
      {
        fetch,
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
    close: () => {
      isClosing = true;
      return closeGracefully(server as Server, drainMs);
    },
  };
}

/**
 * A connection that is cut between two requests fails the one that is under way to it. So nothing is cut at first: busy
 * clients leave by themselves after their next answer. Node's own `close` cuts idle connections at once.
 */
async function closeGracefully(server: Server, drainMs: number): Promise<void> {
  const isGone = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  await Promise.race([isGone, sleep(drainMs)]);
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), closeGraceMs - drainMs);
  await isGone;
  clearTimeout(force);
  // Ends what Node's own `close` would have ended.
  server.close();
}
