import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { StreamedFile } from '../../lib/request/streamed-file.ts';
import type { NodeBindings } from '../client-address.ts';
import { listen } from '../node-server.ts';

const takeMs = 400;
const chunk = Buffer.alloc(256 * 1024, 'x');
/** More than the buffers of both ends take. */
const manyChunks = 200;

/** A server with one large download, one large answer and one late answer. */
async function openServer() {
  const sent = { chunks: 0, isOver: Promise.withResolvers<void>(), isClosed: Promise.withResolvers<void>() };
  async function* makeChunks() {
    try {
      for (; sent.chunks < manyChunks; sent.chunks += 1) yield chunk;
    } finally {
      sent.isOver.resolve();
    }
  }
  const app = new Hono<{ Bindings: NodeBindings }>();
  app.get('/download', () => new Response(new StreamedFile(makeChunks(), 'a.bin', 'text/plain').toBody()));
  app.get('/answer', ({ env }) => {
    env.incoming?.socket.once('close', () => sent.isClosed.resolve());
    return new Response(Buffer.alloc(manyChunks * chunk.length, 'x'));
  });
  app.get('/late', async () => {
    await pause(takeMs * 3);
    return new Response('late');
  });
  return { sent, server: await listen(app, { host: '127.0.0.1', port: 0, drainMs: 0, takeMs }) };
}

/** A connection that has asked and takes nothing. */
async function ask(port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  return socket;
}

/** Reads the remaining bytes, and whether they ended as a whole answer does. */
async function readRest(socket: Socket, pauseMs = 0) {
  let bytes = 0;
  try {
    for await (const part of socket as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (pauseMs > 0) await pause(pauseMs);
    }
    return { bytes, isWhole: true };
  } catch (error) {
    return { bytes, isWhole: (error as NodeJS.ErrnoException).code !== 'ECONNRESET' };
  }
}

test('a client that takes nothing of a download loses its connection, and the download ends', async () => {
  const { server, sent } = await openServer();
  const socket = await ask(server.port, '/download');
  await sent.isOver.promise;
  expect(sent.chunks).toBeLessThan(manyChunks);
  expect((await readRest(socket)).bytes).toBeLessThan(manyChunks * chunk.length);
  await server.close();
});

test('a client that takes nothing of a large answer loses its connection', async () => {
  const { server, sent } = await openServer();
  const socket = await ask(server.port, '/answer');
  await sent.isClosed.promise;
  expect((await readRest(socket)).bytes).toBeLessThan(manyChunks * chunk.length);
  await server.close();
});

test('a slow client that goes on taking gets the whole download, for longer than the limit', async () => {
  const { server } = await openServer();
  const socket = await ask(server.port, '/download');
  const startedAt = performance.now();
  const { bytes, isWhole } = await readRest(socket, 2);
  expect({ isWhole, isLonger: performance.now() - startedAt > takeMs }).toEqual({ isWhole: true, isLonger: true });
  expect(bytes).toBeGreaterThan(manyChunks * chunk.length);
  await server.close();
});

test('an answer that is late is not ended, because nothing waits for its client', async () => {
  const { server } = await openServer();
  const answer = await fetch(`http://127.0.0.1:${server.port}/late`);
  expect(await answer.text()).toBe('late');
  await server.close();
});
