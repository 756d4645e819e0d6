import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `refuse` closes every connection; `slow` delays what the database answers; `cut` closes a connection between a commit
 * and its answer, so that the portal cannot know what became of it.
 */
export type ProxyMode = 'open' | 'refuse' | 'slow' | 'cut';

/** A TCP proxy in front of a database's Unix socket. */
export interface DatabaseProxy {
  readonly port: number;
  setMode(mode: ProxyMode): void;
  /** Connections closed between a commit and its answer. */
  cuts(): number;
  close(): Promise<void>;
}

const slowMs = 5000;
/** Share of the commits that mode `cut` cuts; with all of them cut nothing would continue. */
const cutPart = 0.3;
/** A commit as a simple query or as a parse message. */
const commit = /[QP][\s\S]{4,8}commit\0/i;

export async function openDatabaseProxy(socketPath: string): Promise<DatabaseProxy> {
  const state: State = { mode: 'open', cuts: 0, sockets: new Set() };
  const server = createServer((portal) => {
    if (state.mode === 'refuse') portal.destroy();
    else connectBoth(portal, connect(socketPath), state);
  });
  const closeSockets = () => {
    for (const socket of state.sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cuts: () => state.cuts,
    setMode(mode) {
      state.mode = mode;
      if (mode === 'refuse') closeSockets();
    },
    async close() {
      closeSockets();
      server.close();
      await once(server, 'close');
    },
  };
}

interface State {
  mode: ProxyMode;
  cuts: number;
  readonly sockets: Set<Socket>;
}

function connectBoth(portal: Socket, database: Socket, state: State): void {
  const both = [portal, database];
  const end = () => {
    for (const socket of both) {
      state.sockets.delete(socket);
      socket.destroy();
    }
  };
  for (const socket of both) {
    state.sockets.add(socket);
    socket.on('error', end).on('close', end);
  }
  let isCutting = false;
  portal.on('data', (chunk: Buffer) => {
    if (state.mode === 'cut' && commit.test(chunk.toString('latin1')) && Math.random() < cutPart) isCutting = true;
    database.write(chunk);
  });
  let written = Promise.resolve();
  const write = async (chunk: Buffer) => {
    if (state.mode === 'slow') await sleep(slowMs);
    if (!portal.destroyed) portal.write(chunk);
  };
  database.on('data', (chunk: Buffer) => {
    if (isCutting) {
      state.cuts += 1;
      end();
    } else {
      written = written.then(() => write(chunk));
    }
  });
}
