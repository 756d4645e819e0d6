import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listenForMetrics, type MetricsServer } from './metrics-server.ts';

let server: MetricsServer | undefined;
afterEach(() => server?.close());

const source = { contentType: 'text/plain', render: () => Promise.resolve('up 1') };

const read = (host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const call = request({ port: server?.port, host: '127.0.0.1', path: '/metrics', headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on('error', reject).end();
  });

const open = async (host: string) =>
  (server = await listenForMetrics(source, { host, port: 0, publicUrl: 'https://portal.acme.example/steward' }));

test.each(['127.0.0.1', '0.0.0.0', '::', 'localhost'])('bound to %s no other name reads it', async (host) => {
  await open(host);
  const others = [
    'rebind.evil.example',
    'rebind.evil.example:9464',
    'portal.acme.example.evil.example',
    'evil.example.',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'eve@portal.acme.example',
  ];
  for (const name of others) expect([name, await read(name)]).toEqual([name, 421]);
});

test.each(['127.0.0.1', '0.0.0.0'])('bound to %s its own names read it', async (host) => {
  await open(host);
  const own = ['localhost:9464', '127.0.0.1', '10.0.0.5:9464', '[::1]:9464', 'steward:9464', 'Portal.Acme.Example'];
  for (const name of own) expect([name, await read(name)]).toEqual([name, 200]);
});
