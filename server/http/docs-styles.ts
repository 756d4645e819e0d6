import { createHash } from 'node:crypto';

/** The style sheet of the API's documentation page, which the page's policy allows by its hash. */
export const docsStyles = `
:root{color-scheme:light dark;--ink:light-dark(#1c2421,#e4eae6);--soft:light-dark(#56625d,#9aa8a1);
--paper:light-dark(#fbfaf7,#121715);--line:light-dark(#dedcd3,#2b3531);--accent:light-dark(#0f5f4d,#6fc7ae)}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:3rem 1.5rem}
h1{font-size:2rem;margin:0}h2{margin:3rem 0 .5rem;font-size:1.25rem;border-bottom:1px solid var(--line)}
article{padding:1rem 0;border-bottom:1px solid var(--line)}h3{margin:0;font-size:1rem}
code,pre{font:14px/1.5 ui-monospace,monospace}.method{color:var(--accent);font-weight:700}
p{margin:.25rem 0;color:var(--soft)}a{color:var(--accent)}
pre{overflow:auto;max-height:24rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:6px}
summary{cursor:pointer;color:var(--accent)}`;

export const docsStyleHash = `'sha256-${createHash('sha256').update(docsStyles).digest('base64')}'`;
