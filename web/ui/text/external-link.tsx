import type { ReactNode } from 'react';
import { findExternalHost } from '../../lib/external-address.ts';
import styles from './text.module.css';
import { ExternalIcon } from '../drawings/icons.tsx';
import { openExternalLinkDialog } from '../feedback/external-link-store.ts';

/** A link out of the portal, behind the external link dialog. An address that is not http or https stays plain text. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  if (!findExternalHost(href)) return children;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => {
        event.preventDefault();
        openExternalLinkDialog(href);
      }}
    >
      {children}
      <span className={styles.icon}>
        <ExternalIcon size={14} />
      </span>
    </a>
  );
}
