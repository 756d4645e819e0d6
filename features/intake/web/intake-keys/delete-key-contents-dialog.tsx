import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { KeyContents } from '#features/protection/contract/erasures.ts';
import type { IntakeKey } from '#features/intake/contract/intake-keys.ts';
import { ActionForm, ReasonField } from '#web/records/action-dialog.tsx';
import { deleteWord } from '#web/ui/forms/confirm-word.tsx';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';

const loadSchema = () =>
  import('#features/protection/contract/erasures.ts').then(({ KeyDeletionForm }) => KeyDeletionForm);

interface Props {
  intakeKey: IntakeKey;
  onClose: () => void;
}

/** Says what was reported with a revoked key, and deletes it for a reason. */
export function DeleteKeyContentsDialog({ intakeKey: { id, name }, onClose }: Props) {
  const contents = useQuery(
    queries.erasures.getKeyContents.queryOptions({ input: { params: { id } }, staleTime: 0, throwOnError: false }),
  );
  const { data, error, isFetching, refetch } = contents;
  return (
    <Dialog opened onClose={onClose} title={`Delete what ${name} reported`}>
      {!data && !error && (
        <Text below={5} tone="soft" breaks="anywhere">
          Counting the conversations…
        </Text>
      )}
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {data?.conversations === 0 && (
        <>
          <Text below={5} tone="soft" breaks="anywhere">
            No conversation was reported with this key.
          </Text>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </>
      )}
      {data && data.conversations > 0 && <DeletionForm id={id} contents={data} onClose={onClose} />}
    </Dialog>
  );
}

interface FormProps {
  id: string;
  contents: KeyContents;
  onClose: () => void;
}

function DeletionForm({ id, contents, onClose }: FormProps) {
  const { conversations, messages, openRequests, billedRequests, canDeleteRequests } = contents;
  const deletion = useCall(queries.erasures.deleteKeyContents);
  return (
    <ActionForm
      values={{ reason: '', deletesRequests: false }}
      loadSchema={loadSchema}
      run={(body) => deletion.mutateAsync({ params: { id }, body })}
      done="The conversations are being deleted. The audit log says when it is done."
      label="Delete conversations"
      isHarmful
      word={deleteWord}
      renderFields={(form) => (
        <>
          {canDeleteRequests && openRequests > 0 && (
            <Block below={5}>
              <Checkbox
                label={`Also delete the ${formatCounted(openRequests, 'requests')} of this month, which is not billed yet`}
                {...form.getInputProps('deletesRequests', { type: 'checkbox' })}
              />
            </Block>
          )}
          <KeptRequests count={billedRequests + (form.values.deletesRequests ? 0 : openRequests)} />
          <ReasonField form={form} />
        </>
      )}
      onClose={onClose}
    >
      <Text below={5} tone="soft" breaks="anywhere">
        <strong>
          {`${formatCounted(conversations, 'conversations')} with ${formatCounted(messages, 'messages')}`}
        </strong>{' '}
        will be deleted with their images and figures. This action cannot be undone.
      </Text>
    </ActionForm>
  );
}

function KeptRequests({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Text below={5} tone="soft" breaks="anywhere">
      {`${formatCounted(count, 'requests')} of them stay in usage and invoices, without any text.`}
    </Text>
  );
}
