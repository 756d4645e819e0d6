import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal } from '#server/testing/test-portal.ts';

interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

const received: Received[] = [];
let status = 202;
const service = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { url, headers } = request;
  received.push({ path: url, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
  response.writeHead(status).end('ok');
});
let started: Awaited<ReturnType<typeof startTestPortal>>;

beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  started = await startTestPortal({
    PAGE_VIEWS_URL: `http://127.0.0.1:${port}/api/event`,
    PUBLIC_URL: 'https://portal.example',
    TRUST_PROXY: '1',
  });
});

afterAll(async () => {
  await started.stop();
  service.close();
});

const view = (path: string, address: string) =>
  started.portal.call('/page-views', {
    body: { path },
    headers: {
      'user-agent': 'Firefox/143',
      'x-forwarded-for': address,
      cookie: 'a=b',
      origin: 'https://portal.example',
    },
  });

test('views go on as events of Plausible, with browser and network and nothing else of the viewer', async () => {
  expect((await view('/users/$id', '203.0.113.77')).status).toBe(204);
  await expect.poll(() => received.length).toBe(1);
  expect((await view('/settings/usage/{-$sortFilter}/{-$sortOption}', '2001:db8:1:2::3')).status).toBe(204);
  await expect.poll(() => received.length).toBe(2);
  expect(received).toMatchObject([
    { path: '/api/event', headers: { 'user-agent': 'Firefox/143', 'x-forwarded-for': '203.0.113.0' } },
    { headers: { 'x-forwarded-for': '2001:db8:1::' } },
  ]);
  expect(received.map(({ body }) => body)).toEqual([
    { name: 'pageview', domain: 'portal.example', url: 'https://portal.example/users/$id' },
    { name: 'pageview', domain: 'portal.example', url: 'https://portal.example/settings/usage' },
  ]);
  expect(received.flatMap(({ headers }) => [headers.cookie, headers.authorization])).toEqual(Array(4).fill(undefined));
});

test('the portal counts on when the service refuses or is gone', async () => {
  status = 500;
  expect((await view('/skills', '203.0.113.77')).status).toBe(204);
  await expect.poll(() => received.length).toBe(3);
  service.closeAllConnections();
  service.close();
  expect((await view('/skills', '203.0.113.77')).status).toBe(204);
});
