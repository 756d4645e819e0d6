import { useEffect, useRef } from 'react';
import { Block } from '#web/ui/layout/layout.tsx';
import styles from './mails.module.css';

/** The elements of our mails; anything else is left out, and a link leads nowhere in a preview. */
const shownAs: Readonly<Record<string, string>> = {
  body: 'div',
  table: 'table',
  tbody: 'tbody',
  tr: 'tr',
  td: 'td',
  p: 'p',
  h1: 'p',
  a: 'span',
};

const keptAttributes = ['align', 'width', 'cellpadding', 'cellspacing', 'role'];

function copy(source: Node): Node | undefined {
  if (source instanceof Text) return document.createTextNode(source.data);
  if (!(source instanceof HTMLElement)) return undefined;
  const name = shownAs[source.localName];
  if (name === undefined) return undefined;
  const element = document.createElement(name);
  for (const attribute of keptAttributes) {
    const value = source.getAttribute(attribute);
    if (value !== null) element.setAttribute(attribute, value);
  }
  const style = source.dataset.style;
  if (style !== undefined) element.style.cssText = style;
  for (const child of source.childNodes) {
    const copied = copy(child);
    if (copied) element.append(copied);
  }
  return element;
}

/** The policy of the page forbids styles in parsed HTML; those of the elements are set one by one. */
const parse = (html: string) =>
  new DOMParser().parseFromString(
    html.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(' style="', ' data-style="'),
    'text/html',
  ).body;

/** A mail as its reader sees it, apart from the styles of the page. */
export function MailHtml({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const shown = copy(parse(html));
    root.replaceChildren(...(shown ? [shown] : []));
  }, [html]);
  return <Block ref={host} card="plain" className={styles.mail} data-mail />;
}
