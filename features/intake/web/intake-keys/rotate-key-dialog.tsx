import { NativeSelect } from '@mantine/core';
import type { IntakeKey, IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { useRotateKey } from './intake-keys.queries.ts';
import { Text } from '#web/ui/layout/layout.tsx';

/** Days for which the present secret stays valid. */
const graces = [
  { value: '7', label: '7 more days' },
  { value: '1', label: '1 more day' },
  { value: '30', label: '30 more days' },
  { value: '0', label: 'Expire immediately' },
];

interface RotateKeyDialogProps {
  rotated: IntakeKey;
  onClose: () => void;
  onCreated: (created: IntakeKeyWithSecret) => void;
}

/** Gives a key a new secret and limits the life of the present one. */
export function RotateKeyDialog({ rotated, onClose, onCreated }: RotateKeyDialogProps) {
  const rotate = useRotateKey();
  return (
    <ActionDialog
      title={`Rotate ${rotated.name}`}
      values={{ grace: '7' }}
      run={async ({ grace }) =>
        onCreated(await rotate.mutateAsync({ params: { id: rotated.id }, body: { graceDays: Number(grace) } }))
      }
      label="Rotate key"
      renderFields={(form) => (
        <NativeSelect
          data-autofocus
          label="The current key stays valid for"
          data={graces}
          {...form.getInputProps('grace')}
        />
      )}
      onClose={onClose}
    >
      <Text below={5} tone="soft" breaks="anywhere">
        {`This creates a new key with the same name. Add it to your assistant while the current key (…${rotated.hint}) is still valid.${rotated.previousUntil !== null ? ' The previous key expires immediately.' : ''}`}
      </Text>
    </ActionDialog>
  );
}
