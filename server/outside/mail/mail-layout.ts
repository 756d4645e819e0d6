import { breakWebAddresses } from '#contract/texts/web-address-words.ts';
import type { MailContent } from './mail.ts';

/** Brand words and address that every mail carries; from the settings, never literals in a template. */
export type MailBrand = { product: string; provider: string; supportEmail: string; baseUrl: string };

/**
 * Content of a template, without markup: the layout alone turns it into HTML and text, so that there is exactly one
 * place where values are escaped.
 */
export type MailMessage = {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Shown large and selectable: a code or a temporary password. */
  secret?: { label: string; value: string };
  /** Figures in rows, under a title each. */
  tables?: MailTable[];
  action?: { label: string; url: string };
  /** Under everything: how to get no more of these. */
  unsubscribe?: { label: string; url: string };
  /** Small print: why the reader got this, or what to do when it is unexpected. */
  note: string;
  /** Words of the texts that may look like an address: the reader's own, a file's name, and what the provider wrote. */
  addresses?: readonly string[];
};

/** `url` is the page of a figure. */
export type MailRow = { label: string; value: string; url?: string };
export type MailTable = { title: string; rows: MailRow[] };

const fontStack = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const monoStack = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Courier New', monospace";

/** Mail clients that know dark mode use these classes; the inline styles hold everywhere else. */
const darkStyles = `@media (prefers-color-scheme: dark) {
.page { background: #101614 !important; } .card { background: #18201d !important; border-color: #2b3531 !important; }
.ink { color: #eef2ef !important; } .soft { color: #a3afa9 !important; }
.rule { border-color: #2b3531 !important; }
.secret { background: #101614 !important; border-color: #44514b !important; color: #eef2ef !important; }
}`;

/**
 * Renders the one layout of all mails, as HTML and as plain text with the same content. What looks like an address in a text is
 * broken, because names and reasons are other people's words and mail programs make links of them.
 */
export function renderMail(brand: MailBrand, written: MailMessage): MailContent {
  const message = breakAddresses(brand, written);
  return { subject: message.subject, html: renderHtml(brand, message), text: renderText(brand, message) };
}

function breakAddresses({ product, provider, supportEmail }: MailBrand, message: MailMessage): MailMessage {
  const own = [...(message.addresses ?? []), ...`${product} ${provider} ${supportEmail}`.split(/\s+/)];
  const toWords = (text: string) => breakWebAddresses(text, own);
  const { tables } = message;
  return {
    ...message,
    subject: toWords(message.subject),
    heading: toWords(message.heading),
    paragraphs: message.paragraphs.map(toWords),
    ...(tables && {
      tables: tables.map(({ title, rows }) => ({
        title: toWords(title),
        rows: rows.map((row) => ({ ...row, label: toWords(row.label), value: toWords(row.value) })),
      })),
    }),
    note: toWords(message.note),
  };
}

/** The cell of the product's name. It is markup, so that no escaped value contains it. */
const brandCell = '<td class="ink" style="padding:0 4px 16px;font-size:18px;font-weight:700;color:#1c2421">';

/** The HTML with a company's logo above the product's name. @param source `cid:` or `data:` address */
export function showLogo(html: string, source: string): string {
  const style =
    'display:block;height:48px;max-width:248px;width:auto;margin:0 0 12px;padding:6px;background:#ffffff;border-radius:6px';
  return html.replace(
    brandCell,
    (cell) => `${cell}<img src="${escapeHtml(source)}" alt="" height="48" style="${style}">`,
  );
}

/** Escapes a value for element content and for quoted attributes alike. */
export function escapeHtml(value: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Words that are read from the right, with what stands between them. */
const rightToLeft =
  /([\p{scx=Hebr}\p{scx=Arab}](?:[\p{scx=Hebr}\p{scx=Arab}\p{M}\p{N}\p{P}\s]*[\p{scx=Hebr}\p{scx=Arab}\p{M}])?)/u;

/** Escapes a text for element content; a name that is read from the right does not turn the sentence around it. */
function renderWords(text: string): string {
  return text
    .split(rightToLeft)
    .map((part, index) => (index % 2 === 1 ? `<bdi>${escapeHtml(part)}</bdi>` : escapeHtml(part)))
    .join('');
}

/** An address that is no http(s) URL would make the button run a script or open a program. */
function getWebUrl(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('a mail links to http and https only');
  return href;
}

function renderHtml(brand: MailBrand, message: MailMessage): string {
  const paragraph = (text: string) =>
    `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:#1c2421">${renderWords(text)}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(message.subject)}</title><style>:root { color-scheme: light dark; } ${darkStyles}</style></head>
<body class="page" style="margin:0;padding:0;background:#f2efe8;font-family:${fontStack}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f2efe8"><tr>
<td align="center" style="padding:32px 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr>${brandCell}${escapeHtml(brand.product)}</td></tr>
<tr><td class="card" style="padding:32px;background:#fffefb;border:1px solid #dedcd3;border-radius:12px">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#1c2421">${renderWords(message.heading)}</h1>
${message.paragraphs.map(paragraph).join('\n')}
${(message.tables ?? []).map(renderTable).join('\n')}${message.secret ? renderSecret(message.secret) : ''}${message.action ? renderAction(message.action) : ''}
<p class="soft" style="margin:8px 0 0;font-size:14px;line-height:1.5;color:#56625d">${escapeHtml(message.note)}</p>
</td></tr><tr><td class="soft" style="padding:16px 4px;font-size:13px;line-height:1.5;color:#56625d">
${escapeHtml(brand.provider)} · ${escapeHtml(brand.supportEmail)}${message.unsubscribe ? renderUnsubscribe(message.unsubscribe) : ''}</td></tr></table></td></tr></table></body></html>`;
}

function renderSecret({ label, value }: { label: string; value: string }): string {
  return `<p class="soft" style="margin:0 0 6px;font-size:13px;color:#56625d">${escapeHtml(label)}</p>
<p class="secret" style="margin:0 0 24px;padding:14px 18px;background:#f2efe8;border:1px solid #cfccc1;border-radius:8px;font-family:${monoStack};font-size:24px;font-weight:600;letter-spacing:2px;color:#1c2421;word-break:break-all">${escapeHtml(value)}</p>`;
}

function renderTable({ title, rows }: MailTable): string {
  const cell =
    'padding:7px 0;border-top:1px solid #dedcd3;font-size:15px;line-height:1.45;color:#1c2421;vertical-align:top';
  const renderLabel = ({ label, url }: MailRow) =>
    url === undefined
      ? renderWords(label)
      : `<a class="ink" href="${escapeHtml(getWebUrl(url))}" style="color:#1c2421">${renderWords(label)}</a>`;
  const renderRow = (row: MailRow) =>
    `<tr><td class="ink rule" style="${cell};word-break:break-word">${renderLabel(row)}</td>
<td class="ink rule" align="right" style="${cell};padding-left:16px;white-space:nowrap">${renderWords(row.value)}</td></tr>`;
  return `<p class="soft" style="margin:0 0 6px;font-size:13px;color:#56625d">${escapeHtml(title)}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px">${rows.map(renderRow).join('\n')}</table>`;
}

function renderUnsubscribe({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:8px 0 0"><a class="soft" href="${escapeHtml(getWebUrl(url))}" style="color:#56625d">${escapeHtml(label)}</a></p>`;
}

/** The border repeats the colour, because some dark modes drop backgrounds and would hide the button. */
function renderAction({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:0 0 24px"><a href="${escapeHtml(getWebUrl(url))}" style="display:inline-block;padding:12px 22px;background:#125a4d;border:1px solid #125a4d;border-radius:8px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

/** Values keep to their line, so that none can pretend to be another part of the mail. */
function renderText(brand: MailBrand, message: MailMessage): string {
  const oneLine = (value: string) => value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const blocks = [
    oneLine(message.heading),
    ...message.paragraphs.map(oneLine),
    ...(message.tables ?? []).map(({ title, rows }) =>
      [
        `${oneLine(title)}:`,
        ...rows.flatMap(({ label, value, url }) => [
          `- ${[label, value].map(oneLine).filter(Boolean).join(': ')}`,
          ...(url === undefined ? [] : [`  ${getWebUrl(url)}`]),
        ]),
      ].join('\n'),
    ),
    ...(message.secret ? [`${message.secret.label}:\n${oneLine(message.secret.value)}`] : []),
    ...(message.action ? [`${message.action.label}:\n${getWebUrl(message.action.url)}`] : []),
    oneLine(message.note),
    ...(message.unsubscribe ? [`${message.unsubscribe.label}:\n${getWebUrl(message.unsubscribe.url)}`] : []),
    // Product and provider often have one name.
    `-- \n${[...new Set([brand.product, brand.provider, brand.supportEmail])].map(oneLine).join(' · ')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** One paragraph a line, because the layout drops line breaks within a paragraph. */
export function splitParagraphs(body: string): string[] {
  return body.split(/\s*\n\s*/).filter((line) => line.trim() !== '');
}
