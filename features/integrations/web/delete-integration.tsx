import type { Integration } from '#features/integrations/contract/integrations.ts';
import { DeleteRecords } from '#web/records/delete-records.tsx';
import { useDeleteIntegrations } from './integrations.queries.ts';

interface DeleteIntegrationsProps {
  /** None while nothing is to be deleted. */
  integrations: readonly Integration[];
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteIntegrations({ integrations, ...dialog }: DeleteIntegrationsProps) {
  const deleteIntegrations = useDeleteIntegrations();
  return (
    <DeleteRecords
      {...dialog}
      records={integrations}
      getWhat={(count) => (count === 1 ? 'integration' : `${count} integrations`)}
      getName={({ name, uniqueId }) => `${name}, ${uniqueId}`}
      deleteAll={(rows) => deleteIntegrations(rows.map(({ id }) => id))}
      getDoneText={(count) =>
        count === 1 ? 'The integration has been deleted.' : `${count} integrations have been deleted.`
      }
      {...(integrations.length === 1 && { goneText: 'The integration had already been deleted.' })}
    />
  );
}
