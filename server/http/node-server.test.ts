import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import type { NodeBindings } from './client-address.ts';
import { listen } from './node-server.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterEach(() => agent.destroy());

async function listenWith(answer: () => Promise<Response> | Response, drainMs?: number, leaveMs = 0) {
  const app = new Hono<{ Bindings: NodeBindings }>();
  app.get('/', answer);
  return listen(app, { host: '127.0.0.1', port: 0, leaveMs, ...(drainMs !== undefined && { drainMs }) });
}

/** A request on the agent's single connection. */
async function ask(port: number) {
  const request = get({ port, host: '127.0.0.1', agent });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode, connection: answer.headers.connection, isReused: request.reusedSocket };
}

test('a closing server answers once more on open connections and refuses new ones', async () => {
  const server = await listenWith(() => new Response('here'));
  expect(await ask(server.port)).toMatchObject({ status: 200, connection: 'keep-alive' });
  const closed = server.close();
  const [failure] = await once(connect(server.port, '127.0.0.1'), 'error');
  expect(failure).toMatchObject({ code: 'ECONNREFUSED' });
  expect(await ask(server.port)).toEqual({ status: 200, connection: 'close', isReused: true });
  await closed;
});

test('a request running when the server closes is finished', async () => {
  let finish = (_: Response) => {};
  let begin = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const server = await listenWith(() => {
    begin();
    return new Promise<Response>((resolve) => {
      finish = resolve;
    });
  }, 0);
  const answer = ask(server.port);
  await hasBegun;
  const closed = server.close();
  finish(new Response('done'));
  expect(await answer).toMatchObject({ status: 200, connection: 'close' });
  await closed;
});

test('an idle connection does not delay a closing server', async () => {
  const server = await listenWith(() => new Response('here'), 0);
  await ask(server.port);
  await expect(server.close()).resolves.toBeUndefined();
});

test('a closing server takes connections for as long as a proxy needs to notice', async () => {
  const server = await listenWith(() => new Response('here'), 0, 300);
  const closed = server.close();
  for (let call = 0; call < 2; call += 1)
    expect(await ask(server.port)).toEqual({ status: 200, connection: 'close', isReused: false });
  await closed;
  const [failure] = await once(connect(server.port, '127.0.0.1'), 'error');
  expect(failure).toMatchObject({ code: 'ECONNREFUSED' });
});
