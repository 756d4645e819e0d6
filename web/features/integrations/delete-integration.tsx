import { useState } from 'react';
import type { Integration } from '#contract/integrations/integrations.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { ConfirmDelete } from '../../ui/forms/confirm-delete.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useDeleteIntegration } from './integrations.queries.ts';

interface DeleteIntegrationProps {
  /** What is to be deleted; undefined while nothing is. */
  integration: Pick<Integration, 'id' | 'name' | 'uniqueId'> | undefined;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks for the word DELETE, and says in the toast how it went. */
export function DeleteIntegration({ integration, onClose, onDeleted }: DeleteIntegrationProps) {
  const remove = useDeleteIntegration();
  // Once deleted it is gone from the props while the dialog is still fading out.
  const [asked, setAsked] = useState(integration);
  if (integration && asked !== integration) setAsked(integration);

  async function confirm() {
    if (!integration) return;
    try {
      await remove.mutateAsync({ params: { id: integration.id } });
      showToast('The integration has been deleted.');
    } catch (error) {
      const isGone = error instanceof ApiProblem && error.is('record.not-found');
      if (!isGone) {
        showToast(toErrorWords(error), 'error');
        throw error;
      }
      showToast('The integration had already been deleted.');
    }
    onDeleted?.();
  }

  return (
    <ConfirmDelete
      opened={integration !== undefined}
      onClose={onClose}
      what="integration"
      names={asked ? [`${asked.name}, ${asked.uniqueId}`] : []}
      onConfirm={confirm}
    />
  );
}
