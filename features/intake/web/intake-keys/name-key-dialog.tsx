import { TextInput } from '@mantine/core';
import type { IntakeKey, IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { findCurrentRecord } from '#web/api/form-errors.ts';
import { useCreateKey, useRenameKey } from './intake-keys.queries.ts';

const loadSchema = () => import('#features/intake/contract/intake-keys.ts').then(({ IntakeKeyForm }) => IntakeKeyForm);

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
  return (
    <ActionDialog<{ name: string }>
      title={renamed ? `Rename ${renamed.name}` : 'Create key'}
      values={{ name: renamed?.name ?? '' }}
      loadSchema={loadSchema}
      run={async ({ name }) => {
        if (!renamed) return onCreated(await create.mutateAsync({ body: { name } }));
        const body = { name, version: renamed.version };
        await rename.mutateAsync({ params: { id: renamed.id }, body }).catch(throwRenamed);
        return undefined;
      }}
      {...(renamed && { done: ({ name }) => `${name} has been renamed.` })}
      label={renamed ? 'Rename' : 'Create key'}
      renderFields={(form) => (
        <TextInput
          data-autofocus
          label="Name"
          description="The assistant and environment that use this key, e.g. “Production”."
          autoComplete="off"
          {...form.getInputProps('name')}
        />
      )}
      onClose={onClose}
    />
  );
}

/** Names the current name in the error of a stale key. */
function throwRenamed(error: unknown): never {
  const current = findCurrentRecord<IntakeKey>(error);
  if (!current) throw error;
  throw new Error(`Someone else has renamed this key to ${current.name}.`);
}
