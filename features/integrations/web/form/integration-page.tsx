import { useParams } from '@tanstack/react-router';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { EditIntegration } from './edit-integration.tsx';
import { findKindBySlugs, newIntegrationId, type IntegrationKind } from '../integration-kind.ts';
import { RecordFormPage, RecordNotFound } from '#web/records/record-form-page.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotentCall } from '#web/api/use-idempotent-call.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/records/back-link.tsx';
import { IntegrationForm } from './integration-form.tsx';
import { newIntegrationRecord, toBody } from './integration-values.ts';
import { integrationsQuery, useCreateIntegration } from '../integrations.queries.ts';
import { useIntegrationForm } from './use-integration-form.ts';

/** `/connections/{provider}/{service}/{id}`, where `addNew` stands for the id of a new one. */
export function IntegrationPage() {
  const { provider = '', service = '', id = '' } = useParams({ strict: false });
  const kind = findKindBySlugs(provider, service);
  const canManage = can(useCurrentUser(), 'integrations.manage');
  if (!kind || (id === newIntegrationId && !canManage)) return <RecordNotFound />;
  if (id === newIntegrationId) return <NewIntegration key={`${provider}/${service}`} kind={kind} />;
  return <EditIntegration kind={kind} id={id} />;
}

/** `/connections/{provider}/{service}/addNew` (section 2.4). */
function NewIntegration({ kind }: { kind: IntegrationKind }) {
  const { label, purpose } = kind.service;
  const { data: integrations } = useQuery(integrationsQuery);
  return (
    <RecordFormPage
      title={`Add ${label}`}
      eyebrow={<BackLink to={paths.catalogue()}>Catalogue</BackLink>}
      purpose={purpose}
      data={integrations}
      loadingLabel="Loading the form"
    >
      {(others) => <NewIntegrationForm kind={kind} takenIds={new Set(others.map(({ uniqueId }) => uniqueId))} />}
    </RecordFormPage>
  );
}

function NewIntegrationForm({ kind, takenIds }: { kind: IntegrationKind; takenIds: ReadonlySet<string> }) {
  const createIntegration = useCreateIntegration();
  const send = useIdempotentCall();
  const [record] = useState(() => newIntegrationRecord(kind));
  const state = useIntegrationForm({
    kind,
    record,
    takenIds,
    savedText: 'The integration has been added.',
    save: async (values, base) => {
      const body = toBody(kind, values, base);
      return send((headers) => createIntegration.mutateAsync({ body, headers }));
    },
  });
  return <IntegrationForm state={state} saveLabel="Add integration" />;
}
