import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiProblem } from '../../../api/api-problem.ts';
import { paths } from '../../../paths.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonForm } from '../../../ui/forms/skeleton-form.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { IntegrationForm } from './integration-form.tsx';
import type { IntegrationKind } from '../integration-kind.ts';
import { newIntegrationRecord, toBody } from './integration-values.ts';
import type { IntegrationRecord, IntegrationValues } from './integration-values.ts';
import { integrationsQuery, useCreateIntegration } from '../integrations.queries.ts';
import { useIntegrationForm } from './use-integration-form.ts';

/** `/connections/{provider}/{service}/addNew` (section 2.4). */
export function NewIntegration({ kind }: { kind: IntegrationKind }) {
  const { label, purpose } = kind.service;
  const { data: integrations } = useQuery(integrationsQuery);
  return (
    <>
      <PageHeader title={`Add ${label}`} eyebrow={<Link to={paths.catalogue()}>Catalogue</Link>} purpose={purpose} />
      {integrations ? (
        <NewIntegrationForm kind={kind} takenIds={new Set(integrations.map(({ uniqueId }) => uniqueId))} />
      ) : (
        <SkeletonForm fieldCount={6} label="Loading the form" />
      )}
    </>
  );
}

function NewIntegrationForm({ kind, takenIds }: { kind: IntegrationKind; takenIds: ReadonlySet<string> }) {
  const create = useCreateIntegration();
  const [record] = useState(() => newIntegrationRecord(kind));
  const [key, setKey] = useState(newIdempotencyKey);

  async function save(values: IntegrationValues, base: IntegrationRecord) {
    const body = toBody(kind, values, base);
    try {
      const made = await create.mutateAsync({ body, headers: { 'idempotency-key': key } });
      showToast('The integration has been added.');
      return made;
    } catch (error) {
      // Once the server has answered, the next attempt is another one; without an answer it is the same.
      if (error instanceof ApiProblem && error.requestId !== '') setKey(newIdempotencyKey());
      throw error;
    }
  }

  const state = useIntegrationForm({ kind, record, takenIds, onSave: save });
  return <IntegrationForm state={state} saveLabel="Add integration" />;
}
