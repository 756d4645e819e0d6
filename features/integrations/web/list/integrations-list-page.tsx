import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { can } from '#contract/capabilities.ts';
import {
  filterVendors,
  integrationsPerStep,
  integrationStatuses,
} from '#features/integrations/contract/integration-filters.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { categories } from '#features/integrations/contract/vendor-facts.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useFocusRescue } from '#web/lib/focus-heading.ts';
import { paths } from '#web/paths.ts';
import { DownloadMenu, listChoices } from '#web/records/downloads/download-menu.tsx';
import { NewRecordLink } from '#web/records/new-record-link.tsx';
import { PaidFeatureNotice } from '#web/records/paid-feature-notice.tsx';
import { SelectionBar } from '#web/records/selection/selection-bar.tsx';
import { useFormLink, useRecordList } from '#web/records/use-record-list.ts';
import { useOnlyInUrl } from '#web/records/use-only-in-url.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { RecordFilter, RecordToolbar } from '#web/ui/records/record-toolbar.tsx';
import { useSelection } from '#web/ui/records/use-selection.ts';
import { DeleteIntegrations } from '../delete-integration.tsx';
import { nameVendor } from '../integration-kind.ts';
import { integrationsQuery } from '../integrations.queries.ts';
import { integrationColumns, parseIntegrationsAddress, useIntegrationsNavigation } from './integration-columns.tsx';
import { isBroken, matchesFilter, toListedIntegrations, type ListedIntegration } from './listed-integrations.ts';

/** The three filters beside the search (section 9). */
const filters = [
  {
    name: 'provider',
    label: 'Service provider',
    options: [
      { value: '', label: 'All providers' },
      ...filterVendors.map((vendor) => ({ value: vendor.key, label: nameVendor(vendor) })),
    ],
  },
  {
    name: 'category',
    label: 'Category',
    options: [{ value: '', label: 'All categories' }, ...categories.map(({ key, label }) => ({ value: key, label }))],
  },
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: '', label: 'All statuses' },
      ...integrationStatuses.map((status) => ({ value: status, label: status })),
    ],
  },
] as const;

const narrowings = {
  broken: { one: 'broken integration', many: 'broken integrations', matches: isBroken },
};

const getAddress = ({ path }: ListedIntegration) => path;

/** `/connections` and `/integrations` (section 2.4). */
export function IntegrationsListPage() {
  const user = useCurrentUser();
  const { timeZone } = user;
  const canManage = can(user, 'integrations.manage');
  const { data } = useQuery(integrationsQuery);
  const [deleted, setDeleted] = useState<Integration>();
  const listed = useMemo(() => data && toListedIntegrations(data), [data]);
  const [isDeletingMany, setDeletingMany] = useState(false);
  const { notice } = useOnlyInUrl(listed, narrowings);
  const { records, found, filter, change, clear, isFiltered, hasToolbar, toolbar, count, table } = useRecordList({
    records: listed,
    columns: integrationColumns,
    parse: parseIntegrationsAddress,
    matches: matchesFilter,
    one: 'integration',
    many: 'integrations',
  });
  const { selection, selectedRecords, ...controls } = useSelection({
    records,
    found,
    name: 'integrations',
    headLabel: 'Select all integrations of the list',
    getLabel: ({ integration }) => `Select ${integration.name}`,
  });
  const selected = selectedRecords.map(({ integration }) => integration);
  const { search, provider, category, status, only } = filter;
  const downloads = listChoices({
    kind: 'integrations',
    listed: { search: search || undefined, provider, category, status, only },
    selected: { integrations: selected.map(({ id }) => id) },
    most: integrationsPerStep,
  });
  const { openForm } = useIntegrationsNavigation();
  const link = useFormLink({ getAddress, openForm, search: filter.search });
  const context = useMemo(
    () => ({ timeZone, canManage, onOpen: link.open, onDelete: setDeleted }),
    [timeZone, canManage, link],
  );
  return (
    <>
      <PageHeader
        title="Integrations"
        purpose="Systems and AI services connected to your assistant."
        actions={
          <>
            <DownloadMenu label="Download integrations" isEmpty={found?.length === 0} choices={downloads} />
            {canManage && <NewRecordLink to={paths.catalogue()}>Add integration</NewRecordLink>}
          </>
        }
      />
      <PaidFeatureNotice>its assistant cannot use integrations.</PaidFeatureNotice>
      {notice}
      {hasToolbar && (
        <RecordToolbar
          {...toolbar}
          count={count}
          isSticky
          filters={filters.map(({ name, label, options }) => (
            <RecordFilter
              key={name}
              label={label}
              options={options}
              value={filter[name]}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
        >
          {selected.length > 0 && (
            <SelectionBar
              count={selected.length}
              most={integrationsPerStep}
              many="integrations"
              controls={controls}
              onDelete={() => setDeletingMany(true)}
            />
          )}
        </RecordToolbar>
      )}
      <RecordTable
        {...table}
        caption="Integrations"
        getKey={({ integration }) => integration.id}
        context={context}
        skeletonRowCount={6}
        empty={
          records?.length === 0 ? (
            <NoIntegrations canManage={canManage} />
          ) : (
            <NoneFound isFiltered={isFiltered} onClear={clear} />
          )
        }
        link={link}
        selection={canManage ? selection : undefined}
        rowHeightPx={38}
      />
      <DeleteIntegrations
        integrations={deleted ? [deleted] : []}
        opened={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
      />
      <DeleteIntegrations integrations={selected} opened={isDeletingMany} onClose={() => setDeletingMany(false)} />
    </>
  );
}

function NoIntegrations({ canManage }: { canManage: boolean }) {
  return (
    <EmptyState drawing="plug" text="You don't have any active integrations yet.">
      {canManage && <Link to={paths.catalogue()}>Choose one from the catalogue</Link>}
    </EmptyState>
  );
}

function NoneFound({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState drawing="search" text="No integrations matching the current search options.">
      {isFiltered && <ClearFilters onClear={onClear} />}
    </EmptyState>
  );
}

function ClearFilters({ onClear }: { onClear: () => void }) {
  useFocusRescue();
  return (
    <Button variant="subtle" size="compact-sm" onClick={onClear}>
      Clear all filters
    </Button>
  );
}
