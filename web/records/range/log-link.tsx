import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { look } from '../../ui/layout/layout.tsx';

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
    <Link to={paths.logs()} search={search} {...look({ tone: 'quiet' })} title={explanation}>
      {children}
    </Link>
  );
}
