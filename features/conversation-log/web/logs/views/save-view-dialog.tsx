import { Checkbox, TextInput } from '@mantine/core';
import { can } from '#contract/capabilities.ts';
import type { LogViewFilters } from '#features/conversation-log/contract/log-views.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useIdempotentCall } from '#web/api/use-idempotent-call.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import { describeFilters, useCreateView } from './saved-views.ts';

interface SaveViewDialogProps {
  filters: LogViewFilters;
  onClose: () => void;
}

/** Saves the present filters of the log by a name. */
export function SaveViewDialog({ filters, onClose }: SaveViewDialogProps) {
  const create = useCreateView();
  const send = useIdempotentCall();
  return (
    <ActionDialog
      title="Save view"
      values={{ name: '', isShared: false }}
      loadSchema={loadViewName}
      run={({ name, isShared }) =>
        send((headers) => create.mutateAsync({ body: { name, isShared, filters }, headers }))
      }
      done={({ name }) => `View “${name.trim()}” saved.`}
      label="Save view"
      renderFields={(form) => (
        <>
          <TextInput data-autofocus label="Name" maxLength={60} aria-required {...form.getInputProps('name')} />
          <ShareField {...form.getInputProps('isShared', { type: 'checkbox' })} />
        </>
      )}
      onClose={onClose}
    >
      <Text below={4} tone="soft" breaks="anywhere">
        {`Filters: ${describeFilters(filters)}. The period and the search are not part of a view.`}
      </Text>
    </ActionDialog>
  );
}

/** The rule of the name, which a form loads before it is sent. */
export const loadViewName = async () => (await import('#features/conversation-log/contract/log-views.ts')).LogViewName;

/** Nothing for readers of their own conversations, who cannot share. A view that was shared before can be taken back. */
export function ShareField({ checked, ...field }: { checked?: boolean }) {
  const mayShare = can(useCurrentUser(), 'transcripts.read-all');
  if (!mayShare && checked !== true) return null;
  return (
    <Checkbox
      mt="md"
      label="Share with everyone who reads conversations"
      description="Each person sees the conversations that they may read."
      checked={checked}
      {...field}
    />
  );
}
