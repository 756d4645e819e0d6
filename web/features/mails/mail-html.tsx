import { useEffect, useRef } from 'react';
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

/** Styles are set one by one, because the policy of the page forbids them as attributes. */
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
  const style = source.getAttribute('style');
  if (style !== null) element.style.cssText = style;
  for (const child of source.childNodes) {
    const copied = copy(child);
    if (copied) element.append(copied);
  }
  return element;
}

/** A mail as its reader sees it, apart from the styles of the page. */
export function MailHtml({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const shown = copy(new DOMParser().parseFromString(html, 'text/html').body);
    root.replaceChildren(...(shown ? [shown] : []));
  }, [html]);
  return <div ref={host} className={styles.mail} data-mail />;
}
