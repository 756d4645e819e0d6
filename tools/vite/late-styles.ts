import type { Plugin } from 'vite';

/**
 * Lets the loader of index.html be painted before the portal's style sheets are there: they are fetched for a medium that
 * does not apply, and `web/main.tsx` applies them before the first page. They keep their place, because the order of style
 * sheets decides which rule holds.
 */
export function loadStylesLate(): Plugin {
  return {
    name: 'late-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(
          /<link rel="stylesheet"(?=[^>]*href="\/assets\/)/g,
          '<link rel="stylesheet" media="print" fetchpriority="high" data-late',
        ),
    },
  };
}
