import { memo } from 'react';
import type { ReactNode } from 'react';
import { settings } from '../../../lib/settings.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { LogoMark } from '../../../ui/drawings/logo-mark.tsx';
import styles from './auth-layout.module.css';
import { WeekFigure } from './week-figure.tsx';

interface AuthLayoutProps {
  heading: string;
  /** One or two sentences under the heading. */
  intro?: ReactNode;
  /** The other ways to go, under the form. */
  links?: ReactNode;
  children?: ReactNode;
}

/** Every screen on the way in: the form at the left under the logo, what the portal is for at the right. */
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
            <nav className={styles.links} aria-label="Other ways">
              {links}
            </nav>
          )}
        </main>
        <footer className={styles.footer}>Built and supported by {provider}</footer>
      </div>
      <AuthStatement />
    </div>
  );
}

/**
 * What the portal is for, in one sentence, above a quiet drawing of a week of conversations. It never changes, so the
 * keys typed into the form beside it do not draw it again.
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
        {product} is where a company runs {assistant}, its assistant: the people who may ask, the skills that answer,
        and the spending, to the cent.
      </p>
      <WeekFigure />
    </aside>
  );
});
