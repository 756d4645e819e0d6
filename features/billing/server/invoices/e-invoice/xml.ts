/** An element with text or other elements in it. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly Element[];
}

/** Characters that XML 1.0 cannot contain, and tabs and line breaks: control characters, noncharacters, single surrogates. */
const unwritable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu;

/** The text as it is written: characters that XML cannot contain are spaces. */
const clean = (text: string) => text.replaceAll(unwritable, ' ').trim();

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A `>` is escaped too, because `]]>` is not allowed in a text. */
const escape = (text: string) => clean(text).replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

/** An element; null, which is not written, where its text or all of its content is missing. */
export function element(
  name: string,
  content: string | null | readonly (Element | null)[],
  attributes: Readonly<Record<string, string>> = {},
): Element | null {
  if (content === null) return null;
  if (typeof content === 'string') return isWritten(content) ? { name, attributes, content } : null;
  const children = content.filter((child) => child !== null);
  return children.length === 0 ? null : { name, attributes, content: children };
}

/** Whether anything of a text can be written. */
export const isWritten = (text: string | null): boolean => text !== null && clean(text) !== '';

/** A text that must be there, e.g. a name of characters that XML cannot contain. */
export const mandatory = (text: string): string => (isWritten(text) ? text : '-');

/** The document of an element, with the default namespace and prefixes in its attributes. Everything is escaped here. */
export const renderXml = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${render(root, '')}`;

function render({ name, attributes, content }: Element, indent: string): string {
  const open = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escape(value)}"`)].join(' ');
  if (typeof content === 'string') return `${indent}<${open}>${escape(content)}</${name}>\n`;
  if (content.length === 0) return `${indent}<${open}/>\n`;
  return `${indent}<${open}>\n${content.map((child) => render(child, `${indent}  `)).join('')}${indent}</${name}>\n`;
}
