import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { can } from '#contract/capabilities.ts';
import type { ConversationDetails } from '#features/conversation-log/contract/logs.ts';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import { formatTime } from '#contract/calendar/formats.ts';
import { ActionDialog, ReasonField } from '#web/records/action-dialog.tsx';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import styles from './conversation.module.css';

interface ConversationMaskingProps {
  id: string;
  /** Undefined while they are loading. */
  details: Pick<ConversationDetails, 'unmaskedUntil' | 'masked'> | undefined;
  messages: readonly HistoryMessage[] | undefined;
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
}

/** How many values the reader does not see, and the way to see them; nothing where none is masked. */
export function ConversationMasking({ id, details, messages, isAsking, onAsk }: ConversationMaskingProps) {
  const unmaskedUntil = details?.unmaskedUntil;
  const user = useCurrentUser();
  const reload = useReloadAt(unmaskedUntil);
  if (!details || unmaskedUntil === undefined || !messages) return null;
  const masked = messages.reduce((sum, message) => sum + (message.masked ?? 0), details.masked);
  if (unmaskedUntil === null && masked === 0) return null;
  return (
    <Row
      pad={[2, 3]}
      gap={4}
      rowGap={2}
      justify="between"
      wrap
      card="plain"
      below={4}
      size="sm"
      tone="soft"
      className={styles.bar}
      data-unmasked={unmaskedUntil !== null || undefined}
      role="status"
    >
      {unmaskedUntil === null ? (
        <span>{masked === 1 ? '1 value is masked.' : `${formatCount(masked)} values are masked.`}</span>
      ) : (
        <span>
          <strong>Unmasked</strong> for you until{' '}
          <time dateTime={unmaskedUntil}>{formatTime(unmaskedUntil, user.timeZone)}</time>. The audit log says why.
        </span>
      )}
      {unmaskedUntil === null && can(user, 'transcripts.unmask') && (
        <Button variant="default" size="compact-sm" onClick={() => onAsk(true)}>
          Unmask
        </Button>
      )}
      {isAsking && <UnmaskDialog id={id} onClose={() => onAsk(false)} onUnmasked={reload} />}
    </Row>
  );
}

/** Loads conversations again when the time has come, and by the answered function. */
function useReloadAt(unmaskedUntil: string | null | undefined): () => Promise<void> {
  const queryClient = useQueryClient();
  const reload = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queries.analytics.getConversation.key() }),
      queryClient.invalidateQueries({ queryKey: queries.analytics.listMessages.key() }),
    ]);
  };
  useEffect(() => {
    if (!unmaskedUntil) return undefined;
    // A second later, so that it has passed on the server too.
    const timer = setTimeout(() => void reload(), Date.parse(unmaskedUntil) - Date.now() + 1000);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the timer depends on the time alone
  }, [unmaskedUntil]);
  return reload;
}

const loadSchema = () =>
  import('#features/conversation-log/contract/unmasking.ts').then(({ UnmaskingForm }) => UnmaskingForm);

interface UnmaskDialogProps {
  id: string;
  onClose: () => void;
  onUnmasked: () => Promise<void>;
}

function UnmaskDialog({ id, onClose, onUnmasked }: UnmaskDialogProps) {
  const unmask = useCall(queries.analytics.unmask);
  return (
    <ActionDialog
      title="Unmask this conversation"
      values={{ reason: '' }}
      loadSchema={loadSchema}
      run={async (body) => {
        await unmask.mutateAsync({ params: { id }, body });
        void onUnmasked();
      }}
      label="Unmask"
      renderFields={(form) => <ReasonField form={form} />}
      onClose={onClose}
    >
      <Text below={4}>
        Masked values become visible to you for 15 minutes, in this conversation only. Your name and the reason are
        recorded in the audit log.
      </Text>
    </ActionDialog>
  );
}
