import { taskKinds } from '#contract/tasks/task-kinds.ts';
import type { RowFileForm } from '#features/protection/contract/row-files.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { queries } from '../../api/queries.ts';
import { useCall } from '../../api/use-call.ts';

interface PrepareFileDialogProps {
  form: RowFileForm;
  onClose: () => void;
}

/** Offers to prepare in the background what is too large for a download. */
export function PrepareFileDialog({ form, onClose }: PrepareFileDialogProps) {
  const create = useCall(queries.exports.createFile, { changes: [queries.exports.listFiles] });
  return (
    <ActionDialog
      title="Too many rows for one download"
      run={() => create.mutateAsync({ body: form })}
      done="The file is being prepared. You find it under “My files”."
      label="Prepare the file"
      onClose={onClose}
    >
      <p>
        {`The portal can prepare them as a file in the background. You receive an e-mail when it is ready, and only you can download it, for ${taskKinds.rowFile.keptDays} days.`}
      </p>
    </ActionDialog>
  );
}
