import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../../paths.ts';
import styles from './log-link.module.css';

interface LogLinkProps {
  /** The range, and what narrows the log down. */
  search: object;
  children: ReactNode;
}

/** From a figure to the conversations that it counts. */
export function LogLink({ search, children }: LogLinkProps) {
  return (
    <Link to={paths.logs()} search={search} className={styles.link}>
      {children}
    </Link>
  );
}
