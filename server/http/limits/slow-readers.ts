import type { Server } from 'node:http';
import type { Socket } from 'node:net';

interface Waiting {
  /** Bytes of finished writes, which grow only when the client has taken a whole one. */
  readonly taken: number;
  /** In how many looks, between which this process has taken what its clients had sent. */
  readonly looks: number;
}

/** How often connections are looked at, for each time limit. */
const looksPerLimit = 4;

/**
 * Ends connections whose client takes nothing of its answer, because the answer is kept for it: the bytes of one write
 * have to be taken within `limitMs`, and not while this process itself stands still. Connections without an answer on its way are left alone, however quiet.
 */
export function limitSlowReaders(server: Server, limitMs: number): void {
  const waiting = new Map<Socket, Waiting | undefined>();
  server.on('connection', (socket) => {
    waiting.set(socket, undefined);
    socket.once('close', () => waiting.delete(socket));
  });
  const look = () => {
    for (const [socket, before] of waiting) {
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0) waiting.set(socket, undefined);
      else if (before?.taken !== taken) waiting.set(socket, { taken, looks: 0 });
      else if (before.looks + 1 >= looksPerLimit) socket.destroy();
      else waiting.set(socket, { taken, looks: before.looks + 1 });
    }
  };
  const looking = setInterval(look, limitMs / looksPerLimit).unref();
  server.once('close', () => clearInterval(looking));
}
