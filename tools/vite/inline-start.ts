import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const colorScheme = '<script src="/web/color-scheme.js"></script>';
const styles = '<link rel="stylesheet" href="/web/start.css" />';

/**
 * Writes what is needed before the first paint into index.html: each file would hold the paint for a round trip. The
 * policy of the page allows the styles by their nonce and the script by its hash (`server/http/pages/page.ts`).
 */
export function inlineStart(): Plugin {
  return {
    name: 'inline-start',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        replaceOnce(
          replaceOnce(html, colorScheme, `<script>${readFileSync('web/color-scheme.js', 'utf8')}</script>`),
          styles,
          `<style>${readFileSync('web/start.css', 'utf8')}</style>`,
        ),
    },
  };
}

function replaceOnce(html: string, found: string, written: string): string {
  if (html.split(found).length !== 2) throw new Error(`index.html does not hold ${found} once.`);
  return html.replace(found, () => written);
}
