import type { Integration } from '#features/integrations/contract/integrations.ts';
import { DeleteRecords } from '#web/records/delete-records.tsx';
import { useDeleteIntegration } from './integrations.queries.ts';

interface DeleteIntegrationProps {
  /** Undefined while nothing is to be deleted. */
  integration: Integration | undefined;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteIntegration({ integration, ...dialog }: DeleteIntegrationProps) {
  const deleteIntegration = useDeleteIntegration();
  return (
    <DeleteRecords
      {...dialog}
      records={integration ? [integration] : []}
      opened={integration !== undefined}
      getWhat={() => 'integration'}
      getName={({ name, uniqueId }) => `${name}, ${uniqueId}`}
      deleteAll={(rows) => Promise.all(rows.map(({ id }) => deleteIntegration.mutateAsync({ params: { id } })))}
      getDoneText={() => 'The integration has been deleted.'}
      goneText="The integration had already been deleted."
    />
  );
}
