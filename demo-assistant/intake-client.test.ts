import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createIntakeClient, PortalUnreachable } from './intake-client.ts';

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

/** A server that gives each call the next of the answers, and repeats the last. */
async function startAnswering(answers: ReadonlyArray<(response: ServerResponse) => void>) {
  const received: Array<{ request: IncomingMessage; body: string }> = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ request, body: gunzipSync(Buffer.concat(chunks)).toString() });
      answers[Math.min(received.length, answers.length) - 1]?.(response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const busy = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'retry-after': '0.05' }).end('{}');
const taken = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"accepted":1,"rejected":[]}');
const batch = { conversations: [{ id: 'one', date: '2026-11-21T15:00:00.000Z' }] };

test('a batch is sent compressed, and again after Retry-After', async () => {
  const { url, received } = await startAnswering([busy(429), busy(503), taken]);
  const waits: number[] = [];
  const signal = new AbortController().signal;
  const client = createIntakeClient({ url, key: 'stwk_1', signal, onWait: (seconds) => waits.push(seconds) });
  expect(await client.send(batch)).toEqual({ accepted: 1, rejected: [] });
  expect(waits).toEqual([0.05, 0.05]);
  expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([batch, batch, batch]);
  expect(received[0]?.request.headers).toMatchObject({
    authorization: 'Bearer stwk_1',
    'content-encoding': 'gzip',
    'content-type': 'application/json',
  });
});

test('a rejected call throws the portal’s message and is not retried', async () => {
  const refuse = (response: ServerResponse) =>
    response.writeHead(401).end('{"message":"A valid intake key is required."}');
  const { url, received } = await startAnswering([refuse]);
  const client = createIntakeClient({ url, key: 'stwk_1', signal: new AbortController().signal });
  await expect(client.send(batch)).rejects.toMatchObject({
    status: 401,
    message: 'The portal refuses this (401): A valid intake key is required.',
  });
  expect(received).toHaveLength(1);
});

test('aborting ends the wait', async () => {
  const { url } = await startAnswering([(response) => response.writeHead(503, { 'retry-after': '60' }).end()]);
  const stop = new AbortController();
  const client = createIntakeClient({ url, key: 'stwk_1', signal: stop.signal, onWait: () => stop.abort() });
  await expect(client.send(batch)).rejects.toMatchObject({ name: 'AbortError' });
});

test('an unreachable portal is named by its address', async () => {
  const client = createIntakeClient({ url: 'http://127.0.0.1:1', key: 'stwk_1', signal: new AbortController().signal });
  await expect(client.send(batch)).rejects.toThrow(PortalUnreachable);
  await expect(client.send(batch)).rejects.toThrow('Nothing answers at http://127.0.0.1:1.');
});
