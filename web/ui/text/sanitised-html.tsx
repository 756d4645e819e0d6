import { useCallback, type MouseEvent } from 'react';
import { findExternalHost } from '../../lib/external-address.ts';
import { openExternalLinkDialog } from '../feedback/external-link-store.ts';
import { sanitiseHtml } from './sanitise-html.ts';
import { Block } from '../layout/layout.tsx';
import styles from './text.module.css';

/** Distinguishes HTML from plain text, whose line ends count. */
const markup = /<\/?[a-z][^>]*>|&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/i;

/** HTML of strangers: the one place where it is shown, cleaned as it is shown. Its links ask before they leave. */
export function SanitisedHtml({ html, isPlain = !markup.test(html) }: { html: string; isPlain?: boolean }) {
  const show = useCallback((frame: HTMLDivElement | null) => frame?.replaceChildren(toShown(html)), [html]);
  return (
    // The keyboard's Enter on a link comes as a click too.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- only the links in it are clicked
    <Block
      ref={show}
      dir="auto"
      role="presentation"
      breaks="anywhere"
      shrink
      className={styles.html}
      data-plain={isPlain || undefined}
      onClick={askAtLinks}
      onAuxClick={askAtLinks}
    />
  );
}

/** HTML of which nothing is left says so, because nothing would look like a message without text. */
function toShown(html: string): DocumentFragment | string {
  const cleaned = sanitiseHtml(html);
  const isEmpty = cleaned.textContent.trim() === '' && !cleaned.querySelector('img, hr');
  return isEmpty && html.trim() !== '' ? 'This text cannot be displayed.' : cleaned;
}

function askAtLinks(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  // Mail programs open by themselves.
  if (!link || !findExternalHost(link.href)) return;
  event.preventDefault();
  openExternalLinkDialog(link.href);
}
