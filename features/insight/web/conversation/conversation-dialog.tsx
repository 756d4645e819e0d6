import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ConversationDetails, ListedConversation } from '#features/insight/contract/analytics.ts';
import { noSkillName } from '#contract/conversations/conversations.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { isGone, LoadError } from '#web/records/load-error.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useStore } from '#web/lib/create-store.ts';
import { PrintedFacts } from '#web/ui/text/printed-facts.tsx';
import { externalLinkStore } from '#web/ui/feedback/external-link-store.ts';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from './conversation.module.css';
import { ConversationDeletion } from './conversation-deletion.tsx';
import { ConversationFacts } from './conversation-facts.tsx';
import { ConversationMasking } from './conversation-masking.tsx';
import { ConversationReview } from './conversation-review.tsx';
import { ConversationMessages } from './conversation-messages.tsx';
import { useConversation, useHistory } from './conversation.queries.ts';
import type { Found } from './use-found.ts';
import { useErrorNotice } from '../logs/use-error-notice.ts';

interface ConversationDialogProps {
  id: string;
  /** Undefined while it is loading, where the list does not hold it. */
  record: ListedConversation | undefined;
  /** The conversations of the page around it, in the order of the list. */
  neighbours?: { readonly newer: string | undefined; readonly older: string | undefined };
  /** Results of a search in the conversation. */
  found?: Found;
}

const nothingFound: Found = { messageId: undefined, spellings: [] };

/** One conversation over the list: its facts and all its messages. */
export function ConversationDialog({ id, record: listed, neighbours, found = nothingFound }: ConversationDialogProps) {
  const { timeZone, companyName } = useCurrentUser();
  const history = useHistory(id);
  const { data: details } = useConversation(id);
  const record = listed ?? details;
  const { close } = useOverlayInUrl('record');
  const isLinkDialogOpen = useStore(externalLinkStore) !== undefined;
  const [asking, setAsking] = useState<'unmask' | 'delete'>();
  const ask = (what: 'unmask' | 'delete') => (isAsking: boolean) => setAsking(isAsking ? what : undefined);
  useErrorNotice(history);
  const isMissing = isGone(history.error);
  return (
    <Dialog
      opened
      onClose={close}
      closeOnEscape={!isLinkDialogOpen && asking === undefined}
      widthPx={860}
      title={
        <Block as="bdi" breaks="anywhere">
          {toTitle(record?.skill)}
        </Block>
      }
    >
      <ConversationSteps id={id} neighbours={neighbours} isMissing={isMissing}>
        {record && (
          <ConversationDeletion
            id={id}
            requests={details?.requests}
            isAsking={asking === 'delete'}
            onAsk={ask('delete')}
            onDeleted={close}
          />
        )}
      </ConversationSteps>
      <PrintedFacts facts={{ Company: companyName, Address: window.location.href }} />
      {!isMissing && (
        <ConversationFacts record={record} details={details} messages={history.data} timeZone={timeZone} />
      )}
      <ConversationMasking
        id={id}
        unmaskedUntil={details?.unmaskedUntil}
        isAsking={asking === 'unmask'}
        onAsk={ask('unmask')}
      />
      {details?.withoutContent && (
        <Text below={4} size="sm" tone="soft" role="status">
          The texts of this conversation were deleted. Its figures stay.
        </Text>
      )}
      <ConversationReview id={id} review={details?.review} />
      <LoadError error={history.error} isRetrying={history.isFetching} onRetry={() => void history.refetch()} />
      {history.isPending && <Waiting />}
      {history.data && (
        <ConversationMessages
          messages={history.data}
          details={details ?? noDetails}
          timeZone={timeZone}
          found={found}
        />
      )}
    </Dialog>
  );
}

const noDetails: Pick<ConversationDetails, 'turns' | 'ratings'> = { turns: [], ratings: [] };

interface StepsProps extends Pick<ConversationDialogProps, 'neighbours'> {
  id: string;
  /** Nothing leads to what is not there. */
  isMissing: boolean;
  children: ReactNode;
}

/** To the conversations around this one, and its address to pass on. */
function ConversationSteps({ id, neighbours, isMissing, children }: StepsProps) {
  const { getAddress, replace } = useOverlayInUrl('record');
  const step = (label: string, target: string | undefined) => (
    <Button
      variant="default"
      size="compact-sm"
      disabled={target === undefined}
      onClick={() => target !== undefined && replace(target)}
    >
      {label}
    </Button>
  );
  return (
    <Row gap={2} wrap below={4} data-unprinted>
      {neighbours && step('Newer', neighbours.newer)}
      {neighbours && step('Older', neighbours.older)}
      {children}
      {!isMissing && (
        <Text as="span" size="sm" tone="faint" push>
          Link
          <CopyButton label="link" text={new URL(getAddress(id), window.location.href).href} />
        </Text>
      )}
    </Row>
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
    <Stack gap={5} rule="above" pad={[5, 0, 0]} className={styles.waiting} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the conversation
      </span>
      {skeletonLines.map(({ side, widthPercent }) => (
        <span key={widthPercent} className={styles.bone} data-side={side} style={{ width: `${widthPercent}%` }} />
      ))}
    </Stack>
  );
}
