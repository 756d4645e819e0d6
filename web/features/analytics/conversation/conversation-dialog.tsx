import type { ListedConversation } from '#contract/analytics/analytics.ts';
import { noSkillName } from '#contract/analytics/conversations.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { useOverlayInUrl } from '../../../records/use-overlay-in-url.ts';
import { LoadError } from '../../../records/load-error.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useStore } from '../../../lib/create-store.ts';
import { externalLinkStore } from '../../../ui/feedback/external-link-store.ts';
import styles from './conversation-dialog.module.css';
import { ConversationFacts } from './conversation-facts.tsx';
import { ConversationMessages } from './conversation-messages.tsx';
import { useHistory } from './conversation.queries.ts';
import { useErrorNotice } from '../logs/use-error-notice.ts';

interface ConversationDialogProps {
  id: string;
  /** Undefined while it is loading, where the list does not hold it. */
  record: ListedConversation | undefined;
}

/** One conversation over the list: its facts and all its messages. */
export function ConversationDialog({ id, record }: ConversationDialogProps) {
  const { timeZone } = useCurrentUser();
  const history = useHistory(id);
  const { close } = useOverlayInUrl('record');
  const isLinkDialogOpen = useStore(externalLinkStore) !== undefined;
  useErrorNotice(history);
  return (
    <Dialog
      opened
      onClose={close}
      closeOnEscape={!isLinkDialogOpen}
      widthPx={860}
      title={<bdi className={styles.title}>{toTitle(record?.skill)}</bdi>}
    >
      <ConversationFacts record={record} messages={history.data} timeZone={timeZone} />
      <LoadError error={history.error} isRetrying={history.isFetching} onRetry={() => void history.refetch()} />
      {history.isPending && <Waiting />}
      {history.data && <ConversationMessages messages={history.data} timeZone={timeZone} />}
    </Dialog>
  );
}

/** A conversation without a skill is called what it is. */
const toTitle = (skill = '') => (skill === '' || skill === noSkillName ? 'Conversation' : skill);

const skeletonLines = [
  { side: 'user', widthPercent: 46 },
  { side: 'assistant', widthPercent: 68 },
  { side: 'user', widthPercent: 30 },
  { side: 'assistant', widthPercent: 58 },
];

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the conversation
      </span>
      {skeletonLines.map(({ side, widthPercent }) => (
        <span key={widthPercent} className={styles.bone} data-side={side} style={{ width: `${widthPercent}%` }} />
      ))}
    </div>
  );
}
