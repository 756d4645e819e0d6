import { Link } from '@tanstack/react-router';
import { ArrowLeftIcon } from '../ui/drawings/icons.tsx';
import styles from './records.module.css';

interface BackLinkProps {
  to: string;
  search?: object;
  /** The page it leads to. */
  children: string;
}

/** The link above a title to the page that this one belongs to. */
export function BackLink({ to, search, children }: BackLinkProps) {
  return (
    <Link to={to} {...(search && { search })} className={styles.back}>
      <ArrowLeftIcon size={16} />
      <span>{children}</span>
    </Link>
  );
}
