import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { Integration } from '#contract/integrations/integrations.ts';
import { categories } from '#contract/integrations/vendors.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { useFocusRescue } from '../../../lib/focus-heading.ts';
import { paths } from '../../../paths.ts';
import { useSearchInUrl } from '../../../records/use-search-in-url.ts';
import { PlusIcon } from '../../../ui/drawings/icons.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/records/empty-state.tsx';
import { RecordTable } from '../../../ui/records/record-table.tsx';
import { formatFound, RecordFilter, RecordToolbar } from '../../../ui/records/record-toolbar.tsx';
import { useFoundRecords } from '../../../ui/records/use-found-records.ts';
import { DeleteIntegration } from '../delete-integration.tsx';
import { nameVendor } from '../integration-kind.ts';
import { integrationsQuery } from '../integrations.queries.ts';
import { integrationColumns, parseIntegrationsAddress, useIntegrationsNavigation } from './integration-columns.tsx';
import { filterVendors, integrationStatuses, matchesFilter, toListedIntegrations } from './listed-integrations.ts';
import type { ListedIntegration } from './listed-integrations.ts';

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

/** `/connections` and `/integrations` (section 2.4). */
export function IntegrationsListPage() {
  const { companyName, timeZone } = useCurrentUser();
  const { data } = useQuery(integrationsQuery);
  const [deleted, setDeleted] = useState<Integration>();
  const { filter, setText, change, clear, sortBy } = useSearchInUrl({ parse: parseIntegrationsAddress });
  const { search, provider, category, status } = filter;
  const isFiltered = search.trim() !== '' || [provider, category, status].some((each) => each !== undefined);
  const listed = useMemo(
    () => data && toListedIntegrations(data).filter((each) => matchesFilter(each, { provider, category, status })),
    [data, provider, category, status],
  );
  const { found } = useFoundRecords({ records: listed, columns: integrationColumns, filter });
  const { openForm } = useIntegrationsNavigation();
  const onOpen = useCallback(({ path }: ListedIntegration) => void openForm(path, search), [openForm, search]);
  const link = useMemo(() => ({ getAddress: ({ path }: ListedIntegration) => path, open: onOpen }), [onOpen]);
  const context = useMemo(() => ({ timeZone, onOpen, onDelete: setDeleted }), [timeZone, onOpen]);
  return (
    <>
      <PageHeader
        title="Integrations"
        purpose={`The systems and AI services that the assistant of ${companyName} is connected to.`}
        actions={
          <Button
            leftSection={<PlusIcon size={18} />}
            renderRoot={(props) => <Link {...props} to={paths.catalogue()} />}
          >
            Add integration
          </Button>
        }
      />
      {found && data && data.length > 0 && (
        <RecordToolbar
          isSticky
          search={search}
          onSearch={setText}
          searchLabel="Search integrations"
          filters={filters.map(({ name, label, options }) => (
            <RecordFilter
              key={name}
              label={label}
              options={options}
              value={filter[name]}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
          count={formatFound({
            found: found.length,
            total: data.length,
            isFiltered,
            one: 'integration',
            many: 'integrations',
          })}
        />
      )}
      <RecordTable
        caption="Integrations"
        columns={integrationColumns}
        rows={found}
        getKey={({ integration }) => integration.id}
        context={context}
        loadingLabel="Loading integrations"
        skeletonRowCount={6}
        empty={data?.length === 0 ? <NoIntegrations /> : <NoneFound isFiltered={isFiltered} onClear={clear} />}
        search={search}
        sort={{ ...filter, onSort: sortBy }}
        link={link}
        rowHeightPx={61}
      />
      <DeleteIntegration integration={deleted} onClose={() => setDeleted(undefined)} />
    </>
  );
}

function NoIntegrations() {
  return (
    <EmptyState drawing="plug" text="You don't have any active integrations yet.">
      <Link to={paths.catalogue()}>Choose one from the catalogue</Link>
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
