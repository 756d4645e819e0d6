import { describe, expect, test } from 'vitest';
import { createOutboxPage, type OutboxMail } from './outbox-page.ts';

const hostile = `<img src=x onerror=alert(1)>"'`;
const mails: OutboxMail[] = [
  {
    id: 'b',
    to: 'ben@acme.example',
    subject: 'Second',
    text: 'code 2',
    html: '<head></head><p>2',
    date: '2026-11-21T10:00:00.000Z',
  },
  { id: 'a', to: hostile, subject: hostile, text: hostile, html: hostile, date: '2026-11-21T09:00:00.000Z' },
];
const ask = (path: string, accept = 'text/html', kept = mails) => {
  const page = createOutboxPage({ list: () => Promise.resolve(kept), product: 'Portal', hosts: undefined });
  return page(new Request(`http://portal.example${path}`, { headers: { accept } }));
};
const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';

describe('the outbox for programs', () => {
  test.each(['application/json', 'application/json, text/plain, */*'])(
    '%s gets the list, newest first',
    async (accept) => {
      const response = await ask('/dev/outbox', accept);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await response.json()).toEqual(
        mails.map(({ to, subject, text, html, date }) => ({ to, subject, text, html, date })),
      );
    },
  );
});

describe('the outbox for browsers', () => {
  test.each(['text/html,application/xhtml+xml,*/*;q=0.8', '*/*', ''])(
    '%j gets the page with the newest mail open',
    async (accept) => {
      const response = await ask('/dev/outbox', accept);
      const page = await response.text();
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page).toContain('<h2>Second</h2>');
      expect(page).toContain('src="/dev/outbox?mail=b&amp;body=html"');
      expect(page).toContain('<pre>code 2</pre>');
    },
  );

  test('hostile values are shown as text', async () => {
    const page = await (await ask('/dev/outbox?mail=a')).text();
    expect(page).not.toContain('<img');
    expect(page).toContain('<h2>&lt;img src=x onerror=alert(1)&gt;&quot;&#39;</h2>');
  });

  test('the page allows no script, and styles by nonce only', async () => {
    const response = await ask('/dev/outbox');
    const nonce = /<style nonce="([^"]+)">/.exec(await response.text())?.[1] ?? 'none';
    expect(policyOf(response)).toContain("default-src 'none'");
    expect(policyOf(response)).toContain(`style-src 'nonce-${nonce}'`);
    expect(policyOf(response)).not.toMatch(/script-src|unsafe/);
  });

  test('an empty outbox shows a hint; a deleted mail is not found', async () => {
    expect(await (await ask('/dev/outbox', 'text/html', [])).text()).toContain('No e-mails yet');
    const response = await ask('/dev/outbox?mail=gone');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This e-mail is not here');
  });
});

describe('the HTML of one mail', () => {
  test('is unchanged, in a sandbox without scripts that only the outbox may frame', async () => {
    const response = await ask('/dev/outbox?mail=b&body=html');
    expect(await response.text()).toBe('<head><base target="_blank"></head><p>2');
    expect(policyOf(response)).toMatch(
      /default-src 'none'.*sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'/,
    );
    expect(policyOf(response)).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  test('is not found for a deleted mail', async () => {
    expect((await ask('/dev/outbox?mail=gone&body=html')).status).toBe(404);
  });
});

test.each([
  ['portal.example', 200],
  ['portal.example:3000', 200],
  ['portal.example.evil.example', 404],
  ['rebind.evil.example', 404],
  ['', 404],
])('a request that names the host %j is answered %i', async (host, status) => {
  const page = createOutboxPage({ list: () => Promise.resolve(mails), product: 'Portal', hosts: ['portal.example'] });
  const answer = await page(new Request('http://portal.example/dev/outbox', { headers: { host } }));
  expect(answer.status).toBe(status);
});

test.each(['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded', 'Via'])(
  'a request that a proxy passes on by %s is answered 404 although it names the host of this machine',
  async (name) => {
    const page = createOutboxPage({ list: () => Promise.resolve(mails), product: 'Portal', hosts: ['localhost'] });
    const headers = { host: 'localhost:3000', [name]: '192.0.2.7' };
    expect((await page(new Request('http://localhost:3000/dev/outbox', { headers }))).status).toBe(404);
  },
);
