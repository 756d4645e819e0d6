import { Marked } from 'marked';

/** HTML elements that an author wrote, not a `<br>` in a table or a name in angle brackets. */
const htmlBlock =
  /<\/?(?:p|div|span|b|i|u|em|strong|a|ul|ol|li|dl|dt|dd|table|tr|td|th|tbody|thead|h[1-6]|pre|blockquote|img|font|center|small|section|details)(?=[\s/>])[^<>]{0,2000}>/i;
const code = /```[^`]*(?:```|$)|~~~[^~]*(?:~~~|$)|`[^`\n]{1,2000}`/g;

/** Signs of Markdown, rare in plain text; each is bounded, so that a long text takes no longer than its length. */
const signs: readonly RegExp[] = [
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}#{1,6} \S/m,
  /^ {0,3}[-*+] \S/m,
  /^ {0,3}\d{1,3}[.)] \S/m,
  /^ {0,3}> \S/m,
  /^ {0,3}\|?(?: ?:?-{3,200}:? ?\|){1,100}(?: ?:?-{3,200}:? ?)?$/m,
  /\*\*[^\s*][^*\n]{0,2000}\*\*/,
  /(?:^|\s)__[^\s_][^_\n]{0,2000}__(?:$|[\s.,;:!?])/m,
  /\[[^[\]\n]{1,500}\]\((?:https?:\/\/|mailto:)[^\s()]{1,2000}\)/,
  /`[^`\n]{1,2000}`/,
];

/** Longer ones, and nested more deeply, would hold up the page. */
const maxLength = 100_000;
const tooDeep = /^[ \t>]{60}/m;

/** Whether a text reads as Markdown rather than as HTML or plain text. */
export function isMarkdown(text: string): boolean {
  return !htmlBlock.test(text.replaceAll(code, '')) && signs.some((sign) => sign.test(text));
}

const marked = new Marked({
  gfm: true,
  // A message's line ends count.
  breaks: true,
  renderer: { checkbox: ({ checked }) => (checked ? '☑ ' : '☐ ') },
});

/** Markdown as HTML that is still to be cleaned; undefined where it cannot be read. */
export function toMarkdownHtml(text: string): string | undefined {
  if (text.length > maxLength || tooDeep.test(text)) return undefined;
  try {
    return marked.parse(text, { async: false });
  } catch {
    return undefined;
  }
}
