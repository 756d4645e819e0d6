import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { SearchHit } from '#contract/conversations/search.ts';
import { formatTime } from '#contract/calendar/formats.ts';
import { isPlainClick } from '#web/lib/plain-click.ts';
import { Block, Columns, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from './logs.module.css';

interface LogHitsProps {
  conversation: ListedConversation;
  timeZone: string;
}

/** Excerpts around the words of a search. A hit opens the conversation at that message. */
export function LogHits({ conversation: { _id, hits = [] }, timeZone }: LogHitsProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  if (hits.length === 0) return null;
  const toSearch = (messageId: string) => ({ ...address, record: _id, message: messageId });
  const open = (event: MouseEvent, messageId: string) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void navigate({ to: '.', search: toSearch(messageId), state: { openedHere: true }, resetScroll: false });
  };
  return (
    <Stack as="ul" gap={1} pad={[0, 0, 2]} aria-label="Found in">
      {hits.map((hit) => (
        <li key={hit.messageId}>
          <Columns
            href={router.buildLocation({ to: '.', search: toSearch(hit.messageId) }).href}
            aria-haspopup="dialog"
            as="a"
            of={['7.5rem', 1]}
            gap={3}
            size="sm"
            tone="soft"
            className={styles.hit}
            onClick={(event) => open(event, hit.messageId)}
          >
            <Text as="span" tone="faint">
              <span>{`${hit.isAssistant ? 'Assistant' : 'User'} `}</span>
              <time dateTime={hit.date}>{formatTime(hit.date, timeZone)}</time>
            </Text>
            <Block as="bdi" breaks="anywhere" className={styles.excerpt}>
              <Excerpt excerpt={hit.excerpt} />
            </Block>
          </Columns>
        </li>
      ))}
    </Stack>
  );
}

function Excerpt({ excerpt }: Pick<SearchHit, 'excerpt'>) {
  return excerpt.map(({ text, isHit }, place) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces never change their order
    isHit ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
  );
}
