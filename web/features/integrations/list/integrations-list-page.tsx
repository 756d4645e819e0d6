import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useCurrentUser } from '../../../api/current-user.ts';
import { paths } from '../../../paths.ts';
import { PlusIcon } from '../../../ui/drawings/icons.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonTable } from '../../../ui/records/skeleton-table.tsx';
import { IntegrationsList } from './integrations-list.tsx';
import { columnLabels } from './integrations-table.tsx';
import { integrationsQuery } from '../integrations.queries.ts';

/** `/connections` and `/integrations` (section 2.4). */
export function IntegrationsListPage() {
  const { companyName } = useCurrentUser();
  const { data } = useQuery(integrationsQuery);
  // Rendered in slices, so that a click on the menu is not kept waiting by a long list that has just arrived.
  const integrations = useDeferredValue(data);
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
      {integrations ? (
        <IntegrationsList integrations={integrations} />
      ) : (
        <SkeletonTable columns={[...Object.values(columnLabels), '']} rowCount={6} label="Loading integrations" />
      )}
    </>
  );
}
