import { Link, useMatches } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { plannedPages } from './planned-pages.ts';
import styles from './being-built-page.module.css';

/** An honest placeholder: the page has its address, its guard and its name, and says what will stand here. */
export function BeingBuiltPage() {
  const planned = plannedPages[useMatches().at(-1)?.fullPath ?? ''];
  return (
    <>
      <PageHeader title={planned?.title ?? 'Being built'} />
      <section className={styles.panel}>
        <svg
          className={styles.drawing}
          width="200"
          height="128"
          viewBox="0 0 200 128"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
          focusable="false"
        >
          <path d="M8 118h184" stroke="var(--rule-strong)" />
          <path
            d="M40 118V44h72v74M40 68h72M40 93h72M64 44v74M88 44v74"
            fill="var(--accent-soft)"
            stroke="var(--accent)"
          />
          <path d="M30 118V28M122 118V28M26 44h100M26 28h100" strokeDasharray="1 5" />
          <path d="M156 118V14M150 118h12M156 22h-52M156 22h22M156 14l-36 8M156 14l18 8M112 22v10" />
          <path d="M107 32h10l3 8h-16Z" fill="var(--accent-soft)" stroke="var(--accent)" />
        </svg>
        <div>
          <p className={styles.state}>This page is being built.</p>
          <p className={styles.sentence}>{planned?.sentence}</p>
          <p className={styles.help}>
            Until then, <Link to={paths.contacts()}>contact us</Link> if you need something from here.
          </p>
        </div>
      </section>
    </>
  );
}
