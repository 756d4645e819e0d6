import { serve, type ServerType } from '@hono/node-server';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { NodeBindings } from './client-address.ts';
import { limitSlowReaders } from './limits/slow-readers.ts';

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Milliseconds for which a closing server still takes connections, so that a proxy can notice; default 0. */
  readonly leaveMs?: number;
  /** Milliseconds for which it then answers on open connections; default 1000. */
  readonly drainMs?: number;
  /** Milliseconds in which a client has to take the bytes of one write; default two minutes. */
  readonly takeMs?: number;
}

export interface RunningServer {
  readonly port: number;
  /**
   * Answers with `Connection: close`, then refuses new connections, and resolves when the last connection is closed.
   */
  close(): Promise<void>;
}

const headersTimeoutMs = 15_000;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 65_000;
const closeGraceMs = 6000;

/** Starts the server. Time limits end what slow clients send and do not take (faults, section 7). */
export async function listen(
  app: Hono<{ Bindings: NodeBindings }>,
  { host, port, leaveMs = 0, drainMs = 1000, takeMs = 120_000 }: ListenOptions,
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
  limitSlowReaders(server as Server, takeMs);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      isClosing = true;
      if (leaveMs > 0) await sleep(leaveMs);
      await closeGracefully(server as Server, drainMs);
    },
  };
}

/**
 * Lets busy clients leave after their next answer before idle connections are closed, because closing a connection
 * fails a request that is on its way. Node's own `close` closes idle connections at once.
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
  // Stops Node's check of idle connections.
  server.close();
}
