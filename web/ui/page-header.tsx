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
  /** Lower, above a list whose first rows should be in view. */
  isDense?: boolean;
}

/** Head that the pages of an area share: the title that stays, and the tabs below it. */
export interface PageSet {
  title: string;
  /** The tab of this page, which a heading of the same words would only repeat. */
  tab: string;
  tabs: ReactNode;
}

/** Given by the shell to the head of a page that is a tab. */
export const PageSetContext = createContext<PageSet | undefined>(undefined);

/** The head of every page. It names the browser's tab, and its heading takes the focus after a navigation. */
export function PageHeader(props: PageHeaderProps) {
  const set = useContext(PageSetContext);
  return set ? <TabHeader {...props} set={set} /> : <SingleHeader {...props} />;
}

function SingleHeader({ title, purpose, eyebrow, actions, isDense = false }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Row
      as="header"
      gap={isDense ? 3 : 8}
      rowGap={isDense ? 2 : 4}
      align="end"
      justify="between"
      wrap
      below={isDense ? 2 : 8}
      className={styles.header}
      data-dense={isDense || undefined}
    >
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
      {actions && <Actions>{actions}</Actions>}
    </Row>
  );
}

/** Title and tabs stand at the same place on each page of the set; what differs stands below them. */
function TabHeader({ title, purpose, actions, set }: PageHeaderProps & { set: PageSet }) {
  const isNamed = title !== set.title;
  usePageTitle(isNamed ? `${title} · ${set.title}` : title);
  return (
    <header>
      <Row gap={8} rowGap={4} align="end" justify="between" wrap below={4} tall className={styles.header}>
        <Block breaks="anywhere" shrink>
          <h1 tabIndex={-1}>{set.title}</h1>
        </Block>
        {actions && <Actions>{actions}</Actions>}
      </Row>
      {set.tabs}
      {isNamed && (
        <h2 tabIndex={-1} data-page-heading className={title === set.tab ? 'visually-hidden' : undefined}>
          {title}
        </h2>
      )}
      {purpose && (
        <Text
          above={isNamed && title !== set.tab ? 1 : 0}
          below={6}
          measure={44}
          tone="soft"
          breaks="pretty"
          className={styles.purpose}
        >
          {purpose}
        </Text>
      )}
    </header>
  );
}

const Actions = ({ children }: { children: ReactNode }) => (
  <Row gap={2} wrap="phone" data-unprinted>
    {children}
  </Row>
);
