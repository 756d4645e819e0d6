import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { can } from '#contract/capabilities.ts';
import type { AttributeValue } from '#features/intake/contract/attribute-values.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { useCurrentUser } from '#web/api/current-user.ts';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import { skillOptionsQuery, useMapValue, userOptionsQuery } from './reported-names.queries.ts';

interface MapValueDialogProps {
  attribute: string;
  value: AttributeValue;
  onClose: () => void;
}

const asReported = { value: '', label: 'As reported' };

/** Maps conversations with a value of an attribute to a skill, a user and billing. */
export function MapValueDialog({ attribute, value, onClose }: MapValueDialogProps) {
  const viewer = useCurrentUser();
  const { data: skills } = useQuery(skillOptionsQuery);
  const { data: users } = useQuery(userOptionsQuery);
  const mapValue = useMapValue();
  const canUnbill = can(viewer, 'skills.set-prices') || value.billed === false;

  return (
    <ActionDialog
      title={`Map ${value.value}`}
      values={{
        skillId: value.skillId ?? '',
        userId: value.userId ?? '',
        billed: value.billed === null ? '' : String(value.billed),
      }}
      run={({ skillId, userId, billed }) => {
        const body = {
          skillId: skillId || null,
          userId: userId || null,
          billed: billed === '' ? null : billed === 'true',
        };
        return mapValue.mutateAsync({ params: { id: value.id }, body });
      }}
      done={`${value.value} has been mapped.`}
      label="Save"
      isDisabled={!skills || !users}
      renderFields={(form) => (
        <Stack gap={4}>
          <Text tone="faint">
            Conversations of which <code translate="no">{attribute}</code> has this value, from now on.
          </Text>
          <NativeSelect
            data-autofocus
            label="Skill"
            data={[
              asReported,
              ...(skills ?? []).filter(({ isMapped }) => isMapped).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.getInputProps('skillId')}
            disabled={!skills || !value.canMap}
            description={value.canMap ? undefined : 'Names of priced skills can only be changed by the provider.'}
          />
          <NativeSelect
            label="User"
            data={[
              asReported,
              ...(users ?? []).map(({ id, firstName, lastName, email }) => ({
                value: id,
                label: `${firstName} ${lastName} (${email})`,
              })),
            ]}
            {...form.getInputProps('userId')}
            disabled={!users}
          />
          <NativeSelect
            label="Requests"
            data={[
              asReported,
              { value: 'true', label: 'Billed' },
              ...(canUnbill ? [{ value: 'false', label: 'Not billed' }] : []),
            ]}
            {...form.getInputProps('billed')}
          />
        </Stack>
      )}
      onClose={onClose}
    />
  );
}
