import { randomBytes } from 'node:crypto';
import { html, raw } from 'hono/html';

/** A caught mail. `to` is the bare address, `date` ISO 8601 in UTC. */
export type OutboxMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: string;
  /** Headers to unsubscribe. */
  headers?: Record<string, string>;
  /** Text files, and others as base64. */
  attachments?: { name: string; contentType: string; text: string; encoding?: 'base64' }[];
};

export type OutboxSettings = {
  /** Newest first. */
  list: () => Promise<OutboxMail[]>;
  product: string;
  /**
   * The hosts without ports that a request may name, so that no other site reads mails by DNS rebinding, and no one through a
   * proxy; undefined for all requests.
   */
  hosts: readonly string[] | undefined;
};

const path = '/dev/outbox';
const listedAtMost = 200;

/**
 * Serves `/dev/outbox`: a list of mails beside the mail of `?mail=` or the newest one; with `&body=html` the HTML of that
 * mail, which the page frames. With `Accept: application/json` the list `[{to, subject, text, html, date, headers?, attachments?}]`.
 */
export function createOutboxPage({ list, product, hosts }: OutboxSettings): (request: Request) => Promise<Response> {
  return async (request) => {
    if (hosts && (!hosts.includes(findHostname(request)) || isForwarded(request)))
      return new Response(null, { status: 404 });
    const mails = await list();
    const accepted = request.headers.get('accept') ?? '';
    if (accepted.includes('application/json') && !accepted.includes('text/html')) {
      return Response.json(mails.map(toJson), { headers: general });
    }
    const { searchParams } = new URL(request.url);
    const id = searchParams.get('mail');
    const open = id === null ? mails[0] : mails.find((mail) => mail.id === id);
    if (searchParams.get('body') === 'html') return toBodyResponse(open);
    const content = open ? renderMail(open) : renderNothing(id !== null);
    const status = id !== null && open === undefined ? 404 : 200;
    return toPageResponse({ title: `Outbox · ${product}`, mails, open, content }, status);
  };
}

function findHostname({ headers }: Request): string {
  const address = `http://${headers.get('host') ?? ''}`;
  return URL.canParse(address) ? new URL(address).hostname : '';
}

/** Whether a proxy says that it passes on a request of others; one may keep the host of this machine. */
const isForwarded = ({ headers }: Request) => forwardingHeaders.some((name) => headers.has(name));

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

const general = { 'cache-control': 'private, no-store', vary: 'accept' };

function toJson({ to, subject, text, html: body, date, headers, attachments }: OutboxMail) {
  return { to, subject, text, html: body, date, ...(headers && { headers }), ...(attachments && { attachments }) };
}

/**
 * The HTML of a mail is untrusted: its sandbox allows styles and links in new tabs only, and framing by the outbox only.
 */
function toBodyResponse(mail: OutboxMail | undefined): Response {
  if (mail === undefined) return new Response(null, { status: 404, headers: general });
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
  const sandbox = 'sandbox allow-popups allow-popups-to-escape-sandbox';
  const body = mail.html.replace(/<head>/i, '<head><base target="_blank">');
  return new Response(body, {
    headers: {
      ...general,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${policy}; ${sandbox}; frame-ancestors 'self'`,
      'x-frame-options': 'SAMEORIGIN',
    },
  });
}

type Markup = ReturnType<typeof html>;
type Page = { title: string; mails: OutboxMail[]; open: OutboxMail | undefined; content: Markup };

async function toPageResponse({ title, mails, open, content }: Page, status: number): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const entries = mails.slice(0, listedAtMost).map((mail) => renderEntry(mail, mail === open));
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${outboxStyles}
        </style>
      </head>
      <body>
        <header>
          <h1>Outbox</h1>
          <p>No mail server is configured: e-mails stay here instead of being sent. ${countWords(mails.length)}</p>
        </header>
        <main>
          <nav aria-label="E-mails">
            <ul>
              ${entries}
            </ul>
          </nav>
          <article>${content}</article>
        </main>
      </body>
    </html>`;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; form-action 'none'`;
  return new Response(page.toString(), {
    status,
    headers: {
      ...general,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${policy}; frame-ancestors 'none'`,
    },
  });
}

function countWords(count: number): string {
  if (count === 0) return '';
  const all = count === 1 ? '1 e-mail.' : `${count} e-mails.`;
  return count > listedAtMost ? `${all} The newest ${listedAtMost} are listed.` : all;
}

function renderEntry(mail: OutboxMail, isOpen: boolean): Markup {
  const href = `${path}?mail=${encodeURIComponent(mail.id)}`;
  return html`<li>
    <a href="${href}" ${isOpen ? html`aria-current="page"` : ''}>
      <strong>${mail.subject}</strong>
      <span>${mail.to}</span>
      ${renderTime(mail.date)}
    </a>
  </li>`;
}

/** In UTC, because the server has no time zone of the reader. */
function renderTime(date: string): Markup {
  return html`<time datetime="${date}">${date.slice(0, 10)} ${date.slice(11, 19)} UTC</time>`;
}

function renderMail(mail: OutboxMail): Markup {
  const source = `${path}?mail=${encodeURIComponent(mail.id)}&body=html`;
  return html`<h2>${mail.subject}</h2>
    <p>To ${mail.to} · ${renderTime(mail.date)}</p>
    <iframe title="The e-mail as HTML" src="${source}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
    <h3>As plain text</h3>
    <pre>${mail.text}</pre>
    ${(mail.attachments ?? []).map(
      ({ name, text, encoding }) =>
        html`<h3>${name}</h3>
          ${encoding === undefined && html`<pre>${text}</pre>`}`,
    )}`;
}

function renderNothing(isMissing: boolean): Markup {
  const [heading, words] = isMissing
    ? ['This e-mail is not here', 'Only the newest e-mails are kept. Choose one from the list.']
    : ['No e-mails yet', 'Codes, temporary passwords and invitations appear here as soon as the portal sends them.'];
  return html`<h2>${heading}</h2>
    <p>${words}</p>`;
}

/** The style of the outbox page, separate from the portal's files, so that it works while those are built. */
const outboxStyles = raw(`
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
