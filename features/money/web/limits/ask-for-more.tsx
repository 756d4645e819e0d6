import { Textarea, TextInput } from '@mantine/core';
import { parseLimit } from '#features/money/contract/limits.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { Text } from '#web/ui/layout/layout.tsx';

const loadSchema = () => import('#features/money/contract/limits/ask-form.ts').then(({ AskForm }) => AskForm);

/** Asks those who may change limits for more of the own one. */
export function AskForMore({ onClose }: { onClose: () => void }) {
  const ask = useCall(queries.limitRequests.create, { changes: [queries.ownerLimits] });
  return (
    <ActionDialog
      title="Ask for more"
      values={{ reason: '', limit: '' }}
      loadSchema={loadSchema}
      run={({ reason, limit }) => {
        const wanted = limit.trim() === '' ? undefined : parseLimit(limit);
        return ask.mutateAsync({ body: { reason, ...(wanted !== undefined && { limit: wanted }) } });
      }}
      done="Your request was sent. You get an e-mail with the answer."
      label="Send request"
      renderFields={(form) => (
        <>
          <Textarea data-autofocus label="Reason" rows={3} {...form.getInputProps('reason')} />
          <TextInput
            mt="md"
            label="New limit in euros (optional)"
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('limit')}
          />
        </>
      )}
      onClose={onClose}
    >
      <Text below={5} tone="soft">
        Those who may change limits in your company get an e-mail with your reason.
      </Text>
    </ActionDialog>
  );
}
