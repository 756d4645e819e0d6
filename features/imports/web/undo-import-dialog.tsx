import type { LogImport } from '#features/imports/contract/log-imports.ts';
import { ActionDialog, ReasonField } from '#web/records/action-dialog.tsx';
import { deleteWord } from '#web/ui/forms/confirm-word.tsx';
import { formatCounted } from '#web/lib/numbers.ts';
import { useUndoImport } from './imports.queries.ts';

const loadSchema = () => import('#features/protection/contract/erasures.ts').then(({ DeletionForm }) => DeletionForm);

interface Props {
  stored: LogImport;
  onClose: () => void;
}

/** Deletes what the import has stored, for a reason. */
export function UndoImportDialog({ stored: { id, conversations, messages, settings }, onClose }: Props) {
  const undo = useUndoImport();
  return (
    <ActionDialog
      title="Undo import"
      values={{ reason: '' }}
      loadSchema={loadSchema}
      run={(body) => undo.mutateAsync({ params: { id }, body })}
      label="Delete conversations"
      isHarmful
      word={deleteWord}
      renderFields={(form) => <ReasonField form={form} />}
      onClose={onClose}
    >
      <p>
        <strong>
          {`${formatCounted(conversations, 'conversations')} with ${formatCounted(messages, 'messages')}`}
        </strong>{' '}
        will be deleted with their figures. What assistants have reported stays. You can import the file again.
      </p>
      {settings?.billed && <p>Billed requests stay in usage and invoices, without any text.</p>}
    </ActionDialog>
  );
}
