import { useParams } from '@tanstack/react-router';
import { EditIntegration } from './edit-integration.tsx';
import { findKindBySlugs, newIntegrationId } from '../integration-kind.ts';
import { NewIntegration } from './new-integration.tsx';
import { RecordNotFound } from '../../../records/record-not-found.tsx';

/** `/connections/{provider}/{service}/{id}`, where `addNew` stands for the id of a new one. */
export function IntegrationPage() {
  const { provider = '', service = '', id = '' } = useParams({ strict: false });
  const kind = findKindBySlugs(provider, service);
  if (!kind) return <RecordNotFound />;
  if (id === newIntegrationId) return <NewIntegration key={`${provider}/${service}`} kind={kind} />;
  return <EditIntegration key={id} kind={kind} id={id} />;
}
