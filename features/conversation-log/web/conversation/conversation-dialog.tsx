import { useState } from 'react';
import type { ConversationDetails, ListedConversation } from '#features/conversation-log/contract/logs.ts';
import { noSkillName } from '#contract/conversations/conversations.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { isGone, LoadError } from '#web/records/load-error.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useStore } from '#web/lib/create-store.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PrintedFacts } from '#web/ui/text/printed-facts.tsx';
import { externalLinkStore } from '#web/ui/feedback/external-link-store.ts';
import { Block, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from './conversation.module.css';
import { ConversationDeletion } from './conversation-deletion.tsx';
import { ConversationFacts } from './conversation-facts.tsx';
import { ConversationMasking } from './conversation-masking.tsx';
import { ConversationReview } from './conversation-review.tsx';
import { ConversationMessages } from './conversation-messages.tsx';
import { ConversationSteps, type Neighbours } from './conversation-steps.tsx';
import { useConversation, useHistory } from './conversation.queries.ts';
import { keepDraft } from './review-drafts.ts';
import type { Found } from './use-found.ts';
import { useErrorNotice } from '#web/records/use-error-notice.ts';

interface ConversationDialogProps {
  id: string;
  /** Undefined while it is loading, where the list does not hold it. */
  record: ListedConversation | undefined;
  /** Missing where the list does not hold it. */
  neighbours?: Neighbours;
  /** Results of a search in the conversation. */
  found?: Found;
}

const nothingFound: Found = { messageId: undefined, spellings: [] };

/** One conversation beside its list: all its messages, and at their side its facts and its review. */
export function ConversationDialog({ id, record: listed, neighbours, found = nothingFound }: ConversationDialogProps) {
  const { id: reader, timeZone, companyName } = useCurrentUser();
  const history = useHistory(id);
  const { data: details } = useConversation(id);
  const record = listed ?? details;
  const { close } = useOverlayInUrl('record');
  const isLinkDialogOpen = useStore(externalLinkStore) !== undefined;
  const [asking, setAsking] = useState<'unmask' | 'delete'>();
  const ask = (what: 'unmask' | 'delete') => (isAsking: boolean) => setAsking(isAsking ? what : undefined);
  const [isFolded, setFolded] = useState(true);
  useErrorNotice(history);
  const isMissing = isGone(history.error);
  return (
    <Dialog
      opened
      onClose={close}
      closeOnEscape={!isLinkDialogOpen && asking === undefined}
      isPanel
      widthPx={1240}
      title={
        <Block as="bdi" breaks="anywhere">
          {toTitle(record?.skill)}
        </Block>
      }
      tools={
        <ConversationSteps id={id} neighbours={neighbours} isMissing={isMissing} isLoading={history.isPending}>
          {record && !isMissing && (
            <ConversationDeletion
              id={id}
              requests={details?.requests}
              isAsking={asking === 'delete'}
              onAsk={ask('delete')}
              onDeleted={() => {
                keepDraft(reader, id, undefined);
                close();
              }}
            />
          )}
        </ConversationSteps>
      }
    >
      <PrintedFacts facts={{ Company: companyName, Address: window.location.href }} />
      <div className={styles.place}>
        <div className={styles.opener} data-unprinted>
          <LinkButton aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
            {isFolded ? 'Show facts and review' : 'Hide facts and review'}
          </LinkButton>
        </div>
        <Transcript history={history} details={details} timeZone={timeZone} found={found} />
        {!isMissing && (
          <section className={styles.about} aria-label="Facts and review" data-folded={isFolded || undefined}>
            <ConversationMasking
              id={id}
              details={details}
              messages={history.data}
              isAsking={asking === 'unmask'}
              onAsk={ask('unmask')}
            />
            <ConversationReview key={id} id={id} review={details?.review} />
            <ConversationFacts record={record} details={details} messages={history.data} timeZone={timeZone} />
          </section>
        )}
      </div>
    </Dialog>
  );
}

interface TranscriptProps {
  history: ReturnType<typeof useHistory>;
  details: ConversationDetails | undefined;
  timeZone: string;
  found: Found;
}

function Transcript({ history, details, timeZone, found }: TranscriptProps) {
  return (
    <div className={styles.transcript}>
      <LoadError error={history.error} isRetrying={history.isFetching} onRetry={() => void history.refetch()} />
      {details?.withoutContent && (
        <Text below={4} size="sm" tone="soft" role="status">
          The texts of this conversation were deleted. Its figures stay.
        </Text>
      )}
      {history.isPending && <Waiting />}
      {history.data && (
        <ConversationMessages
          messages={history.data}
          details={details ?? noDetails}
          timeZone={timeZone}
          found={found}
        />
      )}
    </div>
  );
}

const noDetails: Pick<ConversationDetails, 'turns' | 'ratings'> = { turns: [], ratings: [] };

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
    <Stack gap={5} pad={[5, 0, 0]} className={styles.waiting} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the conversation
      </span>
      {skeletonLines.map(({ side, widthPercent }) => (
        <span key={widthPercent} className={styles.bone} data-side={side} style={{ width: `${widthPercent}%` }} />
      ))}
    </Stack>
  );
}
