import { createHash, randomBytes } from 'node:crypto';
import { getPageSecurityPolicy } from '../security-headers.ts';

/** The public part of the configuration, sent with the page. */
export interface PortalSettings {
  readonly brand: {
    readonly product: string;
    readonly assistant: string;
    readonly provider: string;
    readonly supportEmail: string;
    readonly supportPhone: string;
  };
  readonly api: { readonly main: string; readonly dev: string };
  /** A path of this origin. */
  readonly pageViewsUrl: string;
  readonly signUp: 'open' | 'approval' | 'closed';
}

/**
 * The portal's page with a new nonce for its style elements and with the settings as data. Shared caches must not store
 * it; the service worker stores it with its headers, so that nonce and policy belong together. `links` name files to fetch
 * at once.
 */
export function toPageResponse(indexHtml: string, settings: PortalSettings, links = ''): Response {
  const nonce = randomBytes(16).toString('base64');
  const json = JSON.stringify({ ...settings, nonce }).replaceAll('<', '\\u003c');
  const html = indexHtml
    .replaceAll('__CSP_NONCE__', nonce)
    .replaceAll('__PRODUCT__', escapeHtml(settings.brand.product))
    .replace('</head>', () => `${links}<script type="application/json" id="portal-settings">${json}</script></head>`);
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache, private',
      'content-security-policy': getPageSecurityPolicy({
        nonce,
        scriptHashes: getScriptHashes(indexHtml),
        connectOrigins: getForeignOrigins(settings),
      }),
    },
  });
}

function getForeignOrigins({ api }: PortalSettings): string[] {
  const urls = [api.main, api.dev].filter((url) => URL.canParse(url));
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/** Hashes of the inline scripts, in the syntax of the policy. The settings are data, which no policy concerns. */
function getScriptHashes(indexHtml: string): string[] {
  return [...indexHtml.matchAll(/<script(?![^>]*(?:src|type)=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
