import { randomBytes } from 'node:crypto';
import { getPageSecurityPolicy } from './security-headers.ts';

/** What the browser learns of the configuration; everybody can read it. */
export interface PortalSettings {
  readonly brand: {
    readonly product: string;
    readonly assistant: string;
    readonly provider: string;
    readonly supportEmail: string;
    readonly supportPhone: string;
  };
  readonly api: { readonly main: string; readonly dev: string };
  readonly pageViewsUrl: string;
  readonly signUp: 'open' | 'approval' | 'closed';
}

/**
 * The one page of the portal, with a fresh nonce for its style elements and the settings as data. Never stored by
 * shared caches; the service worker keeps a copy together with its headers, so nonce and policy stay a pair.
 */
export function toPageResponse(indexHtml: string, settings: PortalSettings): Response {
  const nonce = randomBytes(16).toString('base64');
  const json = JSON.stringify({ ...settings, nonce }).replaceAll('<', '\\u003c');
  const html = indexHtml
    .replaceAll('__CSP_NONCE__', nonce)
    .replaceAll('__PRODUCT__', escapeHtml(settings.brand.product))
    .replace('</head>', () => `<script type="application/json" id="portal-settings">${json}</script></head>`);
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache, private',
      'content-security-policy': getPageSecurityPolicy(nonce, getForeignOrigins(settings)),
    },
  });
}

function getForeignOrigins({ api, pageViewsUrl }: PortalSettings): string[] {
  const urls = [api.main, api.dev, pageViewsUrl].filter((url) => URL.canParse(url));
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
