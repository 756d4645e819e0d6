import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { can } from '#contract/capabilities.ts';
import type { AttributeValue } from '#contract/intake/attribute-values.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import styles from './reported-names-page.module.css';
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
  const [skillId, setSkillId] = useState(value.skillId ?? '');
  const [userId, setUserId] = useState(value.userId ?? '');
  const [billed, setBilled] = useState(value.billed === null ? '' : String(value.billed));
  const mapValue = useMapValue();
  const canUnbill = can(viewer, 'skills.set-prices') || value.billed === false;

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (mapValue.isPending) return;
    try {
      await mapValue.mutateAsync({
        params: { id: value.id },
        body: {
          skillId: skillId || null,
          userId: userId || null,
          billed: billed === '' ? null : billed === 'true',
        },
      });
      showToast(`${value.value} has been mapped.`);
      onClose();
    } catch {
      // The dialog shows the error of the mutation.
    }
  }

  return (
    <Dialog opened onClose={onClose} title={`Map ${value.value}`}>
      <Stack as="form" gap={4} onSubmit={(event) => void save(event)}>
        <FormAlert>{mapValue.isError && toErrorWords(mapValue.error)}</FormAlert>
        <p className={styles.never}>
          Conversations of which <code translate="no">{attribute}</code> has this value, from now on.
        </p>
        <NativeSelect
          label="Skill"
          data={[
            asReported,
            ...(skills ?? []).filter(({ isMapped }) => isMapped).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={skillId}
          disabled={!skills || !value.canMap}
          description={value.canMap ? undefined : 'Priced. Only the provider can change this.'}
          onChange={(event) => setSkillId(event.currentTarget.value)}
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
          value={userId}
          disabled={!users}
          onChange={(event) => setUserId(event.currentTarget.value)}
        />
        <NativeSelect
          label="Requests"
          data={[
            asReported,
            { value: 'true', label: 'Billed' },
            ...(canUnbill ? [{ value: 'false', label: 'Not billed' }] : []),
          ]}
          value={billed}
          onChange={(event) => setBilled(event.currentTarget.value)}
        />
        <DialogActions onCancel={onClose} isBusy={mapValue.isPending}>
          <Button type="submit" loading={mapValue.isPending} disabled={!skills || !users}>
            Save
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
