import { createContext, useContext, type ReactNode } from 'react';
import { usePageTitle } from '../lib/use-page-title.ts';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** One line: what this page is for. */
  purpose?: ReactNode;
  /** A small line above the title: the area, or a link back. */
  eyebrow?: ReactNode;
  /** Buttons on the right. */
  actions?: ReactNode;
}

/** The tabs of the pages that belong together, which the shell gives and the head of each page shows. */
export const PageTabsContext = createContext<ReactNode>(null);

/** The head of every page. Its h1 names the browser's tab and takes the focus after a navigation. */
export function PageHeader({ title, purpose, eyebrow, actions }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <>
      <header className={styles.header}>
        <div className={styles.words}>
          {eyebrow && <div className={styles.eyebrow}>{eyebrow}</div>}
          <h1 tabIndex={-1}>{title}</h1>
          {purpose && <p className={styles.purpose}>{purpose}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {useContext(PageTabsContext)}
    </>
  );
}
