import { useQueryClient } from '@tanstack/react-query';
import { can } from '#contract/capabilities.ts';
import { ActionDialog, ReasonField } from '#web/records/action-dialog.tsx';
import { deleteWord } from '#web/ui/forms/confirm-word.tsx';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { MoreIcon } from '#web/ui/drawings/icons.tsx';
import { Dropdown, DropdownItem } from '#web/ui/dropdown.tsx';
import { Text } from '#web/ui/layout/layout.tsx';

interface ConversationDeletionProps {
  id: string;
  /** Requests that stay billed; undefined while they are not known. */
  requests: number | undefined;
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
  onDeleted: () => void;
}

/** The way to delete one conversation, for those who may. */
export function ConversationDeletion({ isAsking, onAsk, ...dialog }: ConversationDeletionProps) {
  const user = useCurrentUser();
  if (!can(user, 'privacy.manage')) return null;
  return (
    <>
      <Dropdown label="Options of the conversation" button={<MoreIcon />}>
        <DropdownItem tone="danger" onSelect={() => onAsk(true)}>
          Delete
        </DropdownItem>
      </Dropdown>
      {isAsking && <DeleteDialog {...dialog} onClose={() => onAsk(false)} />}
    </>
  );
}

const loadSchema = () => import('#features/protection/contract/erasures.ts').then(({ DeletionForm }) => DeletionForm);

interface DeleteDialogProps extends Pick<ConversationDeletionProps, 'id' | 'requests' | 'onDeleted'> {
  onClose: () => void;
}

function DeleteDialog({ id, requests = 0, onClose, onDeleted }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  const deletion = useCall(queries.erasures.deleteConversation);
  return (
    <ActionDialog
      title="Delete this conversation"
      values={{ reason: '' }}
      loadSchema={loadSchema}
      run={async (body) => {
        await deletion.mutateAsync({ params: { id }, body });
        onDeleted();
        // The deleted one is not asked for again, which would be a refused request in the audit log.
        void queryClient.invalidateQueries({ queryKey: queries.analytics.key(), refetchType: 'none' });
        void queryClient.invalidateQueries({ queryKey: queries.analytics.listConversations.key() });
      }}
      done="The conversation has been deleted."
      label="Delete conversation"
      isHarmful
      word={deleteWord}
      renderFields={(form) => <ReasonField form={form} />}
      onClose={onClose}
    >
      <Text below={4}>
        Its messages, images and figures are deleted for everyone, and later reports about it are not stored. This
        action cannot be undone.
      </Text>
      {requests > 0 && (
        <Text below={4}>
          {`Its ${requests === 1 ? 'request stays' : `${requests} requests stay`} in usage and invoices, without any text.`}
        </Text>
      )}
      <Text below={4}>Your name and the reason are recorded in the audit log.</Text>
    </ActionDialog>
  );
}
