import { memo, type ReactNode } from 'react';
import { settings } from '../../../lib/settings.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { LogoMark } from '../../../ui/drawings/logo-mark.tsx';
import styles from './auth-layout.module.css';
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
      <div className={styles.column}>
        <header className={styles.brand}>
          <LogoMark size={30} />
          <span>{product}</span>
        </header>
        <main className={styles.main}>
          <h1 tabIndex={-1}>{heading}</h1>
          {intro && <div className={styles.intro}>{intro}</div>}
          {children && <div className={styles.body}>{children}</div>}
          {links && (
            <nav className={styles.links} aria-label="Other options">
              {links}
            </nav>
          )}
        </main>
        <footer className={styles.footer}>{`Built and supported by ${provider}`}</footer>
      </div>
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
    <aside className={styles.panel} aria-label={`About ${product}`}>
      <p className={styles.statement}>
        Who asked, <br />
        what it did, <br />
        <span>what it cost.</span>
      </p>
      <p className={styles.gloss}>
        {`Manage ${assistant}, your company’s assistant: users, skills and spending in one place.`}
      </p>
      <WeekFigure />
    </aside>
  );
});
