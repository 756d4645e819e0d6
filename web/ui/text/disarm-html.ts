/*
 * A browser holds handlers, styles and base addresses against the content policy as soon as it reads them, even in a
 * document where nothing runs or applies, and reports every one. They are dropped anyway: under other names they are
 * dropped in silence, so that a report of the policy always means something. The sanitiser protects, not this function.
 */

const tag = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'>])*/gi;
const quotedOrReported = /"[^"]*"|'[^']*'|(?<=[\s/])(?:on[a-z]+|style)(?=\s*=)/gi;
const reportedTag = /^(<\/?)(style|base)(?![a-z\d-])/i;

/** Elements that are read in the same way, and dropped too. */
const quietTags: Readonly<Record<string, string>> = { style: 'noembed', base: 'link' };

/** The same HTML without what a browser reports while it reads it. */
export function disarmHtml(html: string): string {
  return html.replaceAll(tag, (text) =>
    text
      .replace(reportedTag, (_, start: string, name: string) => start + quietTags[name.toLowerCase()])
      .replaceAll(quotedOrReported, (part) => (/^["']/.test(part) ? part : `data-${part}`)),
  );
}
