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
  /** The key that gets another name; without one a new key is made. */
  renamed: IntakeKey | undefined;
  onClose: () => void;
  onMade: (made: IntakeKeyWithSecret) => void;
}

/** One field: the name of a new key, or the new name of one. */
export function NameKeyDialog({ renamed, onClose, onMade }: NameKeyDialogProps) {
  const create = useCreateKey();
  const rename = useRenameKey();
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { name: renamed?.name ?? '' },
    loadSchema,
    onSubmit: async ({ name }) => {
      if (renamed) {
        const body = { name, version: renamed.version };
        await rename.mutateAsync({ params: { id: renamed.id }, body }).catch(throwInWords);
        showToast(`${name} has been renamed.`);
      } else {
        onMade(await create.mutateAsync({ body: { name } }));
      }
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={renamed ? `Rename ${renamed.name}` : 'New key'}>
      <form {...formProps}>
        <FormAlert>{alert}</FormAlert>
        <TextInput
          data-autofocus
          label="Name"
          description="Which assistant uses it, and where: for example “Production”."
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {renamed ? 'Rename' : 'Make key'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Says of a key that somebody else has changed how it is called now. */
function throwInWords(error: unknown): never {
  const current = findCurrentRecord<IntakeKey>(error);
  if (!current) throw error;
  throw new Error(`Somebody else has changed this key in the meantime; it is called ${current.name} now.`);
}
