import type { LogImport } from '#contract/intake/log-imports.ts';
import { useApiForm } from '../../api/use-api-form.ts';
import { formatCounted } from '../../lib/numbers.ts';
import { ReasonForm } from '../../records/reason-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useUndoImport } from './imports.queries.ts';

const loadSchema = () => import('#contract/privacy/erasures.ts').then(({ DeletionForm }) => DeletionForm);

interface Props {
  stored: LogImport;
  onClose: () => void;
}

/** Deletes what the import has stored, for a reason. */
export function UndoImportDialog({ stored: { id, conversations, messages, settings }, onClose }: Props) {
  const undo = useUndoImport();
  const state = useApiForm<{ reason: string }>({
    initialValues: { reason: '' },
    loadSchema,
    onSubmit: async (body) => {
      await undo.mutateAsync({ params: { id }, body });
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Undo import">
      <ReasonForm state={state} label="Delete conversations" isDeletion onCancel={onClose}>
        <p>
          <strong>
            {`${formatCounted(conversations, 'conversations')} with ${formatCounted(messages, 'messages')}`}
          </strong>{' '}
          will be deleted with their figures. What assistants have reported stays. You can import the file again.
        </p>
        {settings?.billed && <p>Billed requests stay in usage and invoices, without any text.</p>}
      </ReasonForm>
    </Dialog>
  );
}
