import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { can } from '#contract/capabilities.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { ApiProblem } from '#web/api/api-problem.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { RecordFormPage, RecordNotFound } from '#web/records/record-form-page.tsx';
import { DangerButton } from '#web/ui/forms/danger-button.tsx';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/records/back-link.tsx';
import { RecordNeighbours } from '#web/records/record-neighbours.tsx';
import { DeleteIntegrations } from '../delete-integration.tsx';
import { IntegrationForm } from './integration-form.tsx';
import { findKindOf, type IntegrationKind } from '../integration-kind.ts';
import { toBody, type IntegrationRecord, type IntegrationValues } from './integration-values.ts';
import { getIntegrationQuery, integrationsQuery, useUpdateIntegration } from '../integrations.queries.ts';
import {
  integrationColumns,
  parseIntegrationsAddress,
  useIntegrationsNavigation,
} from '../list/integration-columns.tsx';
import { matchesFilter, toListedIntegrations, type ListedIntegration } from '../list/listed-integrations.ts';
import { useIntegrationForm } from './use-integration-form.ts';

/** `/connections/{provider}/{service}/{id}` (section 2.4). An integration of another service is not found. */
export function EditIntegration({ kind, id }: { kind: IntegrationKind; id: string }) {
  const { data: integration, error } = useQuery(getIntegrationQuery(id));
  const { data: all } = useQuery({ ...integrationsQuery, throwOnError: false });
  const listed = useMemo(() => all && toListedIntegrations(all), [all]);
  const canManage = can(useCurrentUser(), 'integrations.manage');
  const isOtherKind = integration !== undefined && findKindOf(integration)?.service !== kind.service;
  if (isOtherKind) return <RecordNotFound />;
  return (
    <RecordFormPage
      title={canManage ? `Edit ${kind.service.label}` : kind.service.label}
      eyebrow={<BackLink to={paths.connections()}>Integrations</BackLink>}
      purpose={integration && <bdi>{integration.name}</bdi>}
      actions={
        <RecordNeighbours
          id={id}
          records={listed}
          columns={integrationColumns}
          parse={parseIntegrationsAddress}
          matches={matchesFilter}
          getAddress={getAddress}
          one="integration"
        />
      }
      data={integration}
      error={error}
      loadingLabel="Loading the integration"
    >
      {(loaded) => <EditIntegrationForm key={id} kind={kind} integration={loaded} />}
    </RecordFormPage>
  );
}

const getAddress = ({ path }: ListedIntegration) => path;

const noTakenIds: ReadonlySet<string> = new Set();

function EditIntegrationForm({ kind, integration }: { kind: IntegrationKind; integration: Integration }) {
  const updateIntegration = useUpdateIntegration();
  const { goToList } = useIntegrationsNavigation();
  const [isDeleting, setDeleting] = useState(false);
  const { id } = integration;

  async function save(values: IntegrationValues, base: IntegrationRecord) {
    const body = { ...toBody(kind, values, base), version: base.version };
    try {
      return await updateIntegration.mutateAsync({ params: { id }, body });
    } catch (error) {
      const isGone = error instanceof ApiProblem && error.is('record.not-found');
      throw isGone ? new Error('Someone else has deleted this integration.', { cause: error }) : error;
    }
  }

  const state = useIntegrationForm({
    kind,
    record: integration,
    takenIds: noTakenIds,
    save,
    savedText: 'The integration has been saved.',
  });

  function leave() {
    state.forget();
    void goToList();
  }

  return (
    <>
      <IntegrationForm
        state={state}
        saveLabel="Save changes"
        aside={
          <DangerButton variant="subtle" onClick={() => setDeleting(true)}>
            Delete service
          </DangerButton>
        }
      />
      <DeleteIntegrations
        integrations={[integration]}
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={leave}
      />
    </>
  );
}
