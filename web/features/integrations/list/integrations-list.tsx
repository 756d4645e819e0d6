import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Integration } from '#contract/integrations/integrations.ts';
import { useFocusRescue } from '../../../lib/focus-heading.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/records/empty-state.tsx';
import { DeleteIntegration } from '../delete-integration.tsx';
import { isFiltered } from './integrations-search.ts';
import { IntegrationsTable } from './integrations-table.tsx';
import { IntegrationsToolbar } from './integrations-toolbar.tsx';
import { filterIntegrations, sortIntegrations, toListedIntegrations } from './listed-integrations.ts';
import { useIntegrationsSearch } from './use-integrations-search.ts';

/** The list once it is known: filters and table, or the sentence that stands for an empty one. */
export function IntegrationsList({ integrations }: { integrations: readonly Integration[] }) {
  const { filter, setText, change, clear, sortBy } = useIntegrationsSearch();
  const { search, provider, category, status, sortBy: column, order } = filter;
  const [deleted, setDeleted] = useState<Integration>();
  const sorted = useMemo(
    () =>
      sortIntegrations(toListedIntegrations(integrations), {
        ...(column && { sortBy: column }),
        ...(order && { order }),
      }),
    [integrations, column, order],
  );
  const found = useMemo(
    () =>
      filterIntegrations(sorted, {
        search,
        ...(provider && { provider }),
        ...(category && { category }),
        ...(status && { status }),
      }),
    [sorted, search, provider, category, status],
  );

  return (
    <>
      {integrations.length === 0 ? (
        <EmptyState drawing="plug" text="You don't have any active integrations yet.">
          <Link to={paths.catalogue()}>Choose one from the catalogue</Link>
        </EmptyState>
      ) : (
        <>
          <IntegrationsToolbar
            filter={filter}
            onSearch={setText}
            onChange={change}
            foundCount={found.length}
            totalCount={integrations.length}
          />
          {found.length === 0 ? (
            <EmptyState drawing="search" text="No integrations matching the current search options.">
              {isFiltered(filter) && <ClearFilters onClear={clear} />}
            </EmptyState>
          ) : (
            <IntegrationsTable listed={found} filter={filter} onSort={sortBy} onDelete={setDeleted} />
          )}
        </>
      )}
      <DeleteIntegration integration={deleted} onClose={() => setDeleted(undefined)} />
    </>
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
