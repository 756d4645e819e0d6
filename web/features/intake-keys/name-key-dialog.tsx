import { Button, TextInput } from '@mantine/core';
import type { IntakeKey, IntakeKeyWithSecret } from '#contract/intake/intake-keys.ts';
import { findCurrentRecord } from '../../api/form-errors.ts';
import { useApiForm } from '../../api/use-api-form.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useCreateKey, useRenameKey } from './intake-keys.queries.ts';

const loadSchema = () => import('#contract/intake/intake-keys.ts').then(({ IntakeKeyForm }) => IntakeKeyForm);

interface NameKeyDialogProps {
  /** The key to rename; without one a new key is created. */
  renamed: IntakeKey | undefined;
  onClose: () => void;
  onCreated: (created: IntakeKeyWithSecret) => void;
}

/** Creates a key, or renames one. */
export function NameKeyDialog({ renamed, onClose, onCreated }: NameKeyDialogProps) {
  const create = useCreateKey();
  const rename = useRenameKey();
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { name: renamed?.name ?? '' },
    loadSchema,
    onSubmit: async ({ name }) => {
      if (renamed) {
        const body = { name, version: renamed.version };
        await rename.mutateAsync({ params: { id: renamed.id }, body }).catch(throwRenamed);
        showToast(`${name} has been renamed.`);
      } else {
        onCreated(await create.mutateAsync({ body: { name } }));
      }
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={renamed ? `Rename ${renamed.name}` : 'Create key'}>
      <form {...formProps}>
        <FormAlert>{alert}</FormAlert>
        <TextInput
          data-autofocus
          label="Name"
          description="The assistant and environment that use this key, e.g. “Production”."
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <DialogActions onCancel={onClose} isBusy={isBusy}>
          <Button type="submit" loading={isBusy}>
            {renamed ? 'Rename' : 'Create key'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Names the current name in the error of a stale key. */
function throwRenamed(error: unknown): never {
  const current = findCurrentRecord<IntakeKey>(error);
  if (!current) throw error;
  throw new Error(`Someone else has renamed this key to ${current.name}.`);
}
