import { Link } from '@tanstack/react-router';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { Row, look } from '#web/ui/layout/layout.tsx';
import styles from '../logs.module.css';
import type { useLogFilter } from '../filters/use-log-filter.ts';
import { isCurrentView, listViews } from './listed-views.ts';

type LogViewsProps = Pick<ReturnType<typeof useLogFilter>, 'filter' | 'toAddress'>;

/** The views of the log, each an address with its filters; period and words of the search stay. */
export function LogViews({ filter, toAddress }: LogViewsProps) {
  const viewer = useCurrentUser();
  return (
    <Row as="nav" gap={1} className={styles.viewList} aria-label="Views">
      {listViews({ userId: viewer.id, mayReview: can(viewer, 'transcripts.read-all') }).map(({ name, filters }) => (
        <Link
          key={name}
          to="."
          search={toAddress(filters)}
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={isCurrentView(filter, filters) ? 'page' : undefined}
          {...look({ size: 'sm' })}
        >
          {name}
        </Link>
      ))}
    </Row>
  );
}
