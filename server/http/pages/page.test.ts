import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toPageResponse, type PortalSettings } from './page.ts';

const settings: PortalSettings = {
  brand: {
    product: 'A & B',
    assistant: 'Ada',
    provider: 'Example',
    supportEmail: 'help@example.com',
    supportPhone: '',
  },
  api: { main: 'https://api.example.com/v1', dev: '' },
  pageViewsUrl: '/api/page-views',
  signUp: 'open',
};

const script = "document.title = '</b>';";
const index = `<head><title>__PRODUCT__</title><script nonce="__CSP_NONCE__">${script}</script></head>
<script type="module" src="/assets/index.js"></script>`;

function readPolicy(response: Response, name: string): string {
  const policy = response.headers.get('content-security-policy') ?? '';
  return policy.split('; ').find((part) => part.startsWith(name)) ?? '';
}

test('the policy allows the script of the page by its hash, and no other of the page', () => {
  const response = toPageResponse(index, settings);
  const hash = createHash('sha256').update(script).digest('base64');
  expect(readPolicy(response, 'script-src')).toBe(`script-src 'self' 'sha256-${hash}'`);
});

test('each answer has a nonce of its own for style elements', async () => {
  const responses = [toPageResponse(index, settings), toPageResponse(index, settings)];
  const [first, second] = responses.map((response) => readPolicy(response, 'style-src'));
  expect(first).toMatch(/^style-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='$/);
  expect(second).not.toBe(first);
  const nonce = /nonce-([^']+)/.exec(first ?? '')?.[1] ?? 'none';
  const html = await responses[0]?.text();
  expect(html).toContain(`nonce="${nonce}"`);
  expect(html).toContain('<title>A &#38; B</title>');
});

test('the links of a page stand in its head', async () => {
  const link = '<link rel="modulepreload" crossorigin href="/assets/users.js">';
  const html = await toPageResponse(index, settings, link).text();
  expect(html.indexOf(link)).toBeGreaterThan(0);
  expect(html.indexOf(link)).toBeLessThan(html.indexOf('</head>'));
});
