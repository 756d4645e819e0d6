import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../../paths.ts';
import styles from './log-link.module.css';

interface LogLinkProps {
  /** The range, and what narrows the log down. */
  search: object;
  /** Explanation of the figure, where the words of the link are not enough. */
  explanation?: string | undefined;
  children: ReactNode;
}

/** From a figure to the conversations that it counts. */
export function LogLink({ search, explanation, children }: LogLinkProps) {
  return (
    <Link to={paths.logs()} search={search} className={styles.link} title={explanation}>
      {children}
    </Link>
  );
}
