import type { TextPart } from '#contract/conversations/message-parts.ts';
import { isMarkdown, toMarkdownHtml } from '#web/ui/text/markdown.ts';

interface ShownText {
  readonly html: string;
  /** Whether its line ends count; decided by its elements where it is missing. */
  readonly isPlain?: boolean;
}

/** A text as HTML that is still to be cleaned. Without a format, Markdown is recognised by its marks. */
export function toShownText(text: string, format: TextPart['format']): ShownText {
  if (format === 'plain') return { html: toEscaped(text), isPlain: true };
  const isRead = format === 'markdown' || (format === undefined && isMarkdown(text));
  const html = isRead ? toMarkdownHtml(text) : undefined;
  return html === undefined ? { html: text } : { html, isPlain: false };
}

const toEscaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
