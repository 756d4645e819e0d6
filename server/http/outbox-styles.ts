import { raw } from 'hono/html';

/** The style of the outbox page, separate from the portal's files, so that it works while those are built. */
export const outboxStyles = raw(`
:root { color-scheme: light dark; --page: #f2efe8; --card: #fffefb; --line: #dedcd3; --ink: #1c2421; --soft: #56625d;
  --accent: #125a4d; --chosen: #e1ebe6; }
@media (prefers-color-scheme: dark) { :root { --page: #101614; --card: #18201d; --line: #2b3531; --ink: #eef2ef;
  --soft: #a3afa9; --accent: #6fc7ae; --chosen: #1a3029; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.5 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
header { padding: 24px 32px 16px; }
h1 { margin: 0; font-size: 24px; line-height: 1.3; }
h2 { margin: 0 0 4px; font-size: 20px; line-height: 1.3; overflow-wrap: anywhere; }
h3 { margin: 24px 0 8px; font-size: 14px; color: var(--soft); }
p { margin: 4px 0 0; color: var(--soft); overflow-wrap: anywhere; }
main { display: grid; grid-template-columns: minmax(260px, 360px) minmax(0, 1fr); gap: 16px; padding: 0 32px 32px;
  align-items: start; }
nav, article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
nav { overflow: auto; max-height: calc(100vh - 140px); }
nav:not(:has(li)) { display: none; }
ul { margin: 0; padding: 8px; list-style: none; }
a { display: block; padding: 10px 12px; border-radius: 8px; color: inherit; text-decoration: none; }
a:hover, a[aria-current] { background: var(--chosen); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
a strong, a span, a time { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
a strong { font-weight: 600; }
a span, a time { font-size: 13px; color: var(--soft); }
article { padding: 24px; }
iframe { width: 100%; height: 560px; margin-top: 16px; border: 1px solid var(--line); border-radius: 8px; background: #fffefb; }
pre { margin: 0; padding: 16px; background: var(--page); border-radius: 8px; white-space: pre-wrap;
  overflow-wrap: anywhere; font: 13px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
@media (max-width: 760px) { header { padding: 16px; } main { grid-template-columns: minmax(0, 1fr); padding: 0 16px 16px; }
  nav { max-height: 40vh; } }
`);
