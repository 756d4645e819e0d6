import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rowFileDays } from '#contract/exports/row-file-days.ts';
import type { RowFileForm } from '#contract/exports/row-files.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { queries } from '../../api/queries.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';

interface PrepareFileDialogProps {
  form: RowFileForm;
  onClose: () => void;
}

/** Offers to prepare in the background what is too large for a download. */
export function PrepareFileDialog({ form, onClose }: PrepareFileDialogProps) {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: queries.exports.listFiles.key() });
  const create = useMutation(queries.exports.createFile.mutationOptions({ onSettled }));
  const start = () =>
    create.mutate(
      { body: form },
      {
        onSuccess: () => {
          showToast('The file is being prepared. You find it under “Prepared files”.');
          onClose();
        },
      },
    );
  return (
    <Dialog opened onClose={onClose} title="Too many rows for one download">
      <FormAlert>{create.isError && toErrorWords(create.error)}</FormAlert>
      <p>
        {`The portal can prepare them as a file in the background. You receive an e-mail when it is ready, and only you can download it, for ${rowFileDays} days.`}
      </p>
      <DialogActions onCancel={onClose} isBusy={create.isPending}>
        <Button data-autofocus loading={create.isPending} onClick={start}>
          Prepare the file
        </Button>
      </DialogActions>
    </Dialog>
  );
}
