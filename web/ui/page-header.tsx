import { createContext, useContext, type ReactNode } from 'react';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Block, Row, Text } from './layout/layout.tsx';
import styles from './controls.module.css';

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
      <Row as="header" gap={8} rowGap={4} align="end" justify="between" wrap below={8} className={styles.header}>
        <Block breaks="anywhere" shrink measure={44}>
          {eyebrow && (
            <Block below={2} size="sm" tone="faint">
              {eyebrow}
            </Block>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          {purpose && (
            <Text above={2} tone="soft" breaks="pretty">
              {purpose}
            </Text>
          )}
        </Block>
        {actions && (
          <Row gap={2} className={styles.actions}>
            {actions}
          </Row>
        )}
      </Row>
      {useContext(PageTabsContext)}
    </>
  );
}
