import { memo, type ReactNode } from 'react';
import { settings } from '#web/lib/settings.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { LogoMark } from '#web/ui/drawings/logo-mark.tsx';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from '../auth.module.css';
import { WeekFigure } from './week-figure.tsx';

interface AuthLayoutProps {
  heading: string;
  /** One or two sentences under the heading. */
  intro?: ReactNode;
  /** Links under the form. */
  links?: ReactNode;
  children?: ReactNode;
}

/** The layout of the sign-in pages: the form on the left, the purpose of the portal on the right. */
export function AuthLayout({ heading, intro, links, children }: AuthLayoutProps) {
  const { product, provider } = settings.brand;
  usePageTitle(heading);
  return (
    <div className={styles.page}>
      <Stack className={styles.column}>
        <Row as="header" gap={3} size="lg" weight="strong" className={styles.brand}>
          <LogoMark size={30} />
          <span>{product}</span>
        </Row>
        <main className={styles.main}>
          <h1 tabIndex={-1}>{heading}</h1>
          {intro && (
            <Block above={3} tone="soft" breaks="anywhere" className={styles.intro}>
              {intro}
            </Block>
          )}
          {children && <Block above={8}>{children}</Block>}
          {links && (
            <Stack
              as="nav"
              gap={2}
              align="start"
              rule="above"
              above={8}
              tone="soft"
              pad={[5, 0, 0]}
              aria-label="Other options"
            >
              {links}
            </Stack>
          )}
        </main>
        <Block as="footer" size="sm" tone="faint">{`Built and supported by ${provider}`}</Block>
      </Stack>
      <AuthStatement />
    </div>
  );
}

/**
 * The purpose of the portal, above a drawing of a week of conversations. Memoised, so that typing into the form does not
 * render it again.
 */
const AuthStatement = memo(function AuthStatement() {
  const { product, assistant } = settings.brand;
  return (
    <Stack as="aside" className={styles.panel} aria-label={`About ${product}`}>
      <p className={styles.statement}>
        Who asked, <br />
        what it did, <br />
        <span>what it cost.</span>
      </p>
      <Text above={6} tone="soft" breaks="pretty" measure={27}>
        {`Manage ${assistant}, your company’s assistant: users, skills and spending in one place.`}
      </Text>
      <WeekFigure />
    </Stack>
  );
});
