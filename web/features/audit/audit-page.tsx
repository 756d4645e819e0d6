import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../../api/current-user.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordFilter } from '../../ui/records/record-toolbar.tsx';
import { SearchBox } from '../../ui/records/search-box.tsx';
import { SkeletonTable } from '../../ui/records/skeleton-table.tsx';
import { entityLabels, findEntity } from './audit-filter.ts';
import styles from './audit-page.module.css';
import { AuditTable, auditColumns } from './audit-table.tsx';
import { getAuditQuery } from './audit.queries.ts';
import { useAuditFilter } from './use-audit-filter.ts';

const entityOptions = [
  { value: '', label: 'All records' },
  ...Object.entries(entityLabels).map(([value, label]) => ({ value, label })),
];

/** `/settings/audit`: every change in the company, readable by its SuperAdmins. */
export function AuditPage() {
  usePageTitle('Audit log');
  const { companyName, timeZone } = useCurrentUser();
  const { filter, text, setText, setEntity } = useAuditFilter();
  const { data, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    getAuditQuery(filter),
  );
  const entries = data?.pages.flatMap((page) => page.entries);
  const isFiltered = filter.search !== undefined || filter.entity !== undefined;
  return (
    <>
      <PageHeader
        title="Audit log"
        purpose={`Every change at ${companyName}: who made it, when, and what it was before. Times are in ${timeZone}.`}
      />
      <div className={styles.filters}>
        <SearchBox value={text} onChange={setText} placeholder="Search..." label="Search people and records" />
        <RecordFilter
          label="Kind of record"
          options={entityOptions}
          value={filter.entity}
          onChange={(entity) => setEntity(findEntity(entity))}
        />
      </div>
      {!entries && <SkeletonTable columns={auditColumns} label="Loading the audit log" />}
      {entries?.length === 0 && (
        <EmptyState
          drawing={isFiltered ? 'search' : 'clock'}
          text={isFiltered ? 'No changes matching the current search.' : 'Nothing has been changed yet.'}
        />
      )}
      {entries && entries.length > 0 && (
        <div aria-busy={isPlaceholderData} className={styles.log}>
          <AuditTable entries={entries} timeZone={timeZone} search={filter.search ?? ''} />
          <div className={styles.foot}>
            {hasNextPage ? (
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Load older
              </Button>
            ) : (
              <p>This is where the log begins.</p>
            )}
          </div>
        </div>
      )}
    </>
  );
}
