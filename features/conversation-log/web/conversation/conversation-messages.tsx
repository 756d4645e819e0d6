import { useEffect, useMemo, useRef } from 'react';
import type { ConversationDetails } from '#features/conversation-log/contract/logs.ts';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import { useIsPrinting } from '#web/lib/use-is-printing.ts';
import { LongThread } from './conversation-long-thread.tsx';
import { ThreadEntry } from './conversation-message.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import styles from './conversation.module.css';
import { buildThread, isMessage } from './conversation-thread.ts';
import { useFoundMarks, type Found } from './use-found.ts';

/** Up to this count all entries are in the page, so that the browser's search finds them. */
const allInPage = 150;

interface ConversationMessagesProps {
  messages: readonly HistoryMessage[];
  details: Pick<ConversationDetails, 'turns' | 'ratings'>;
  timeZone: string;
  found: Found;
}

/** The messages, oldest first. The frame takes the focus, so that the keyboard scrolls it. */
export function ConversationMessages({ messages, details, timeZone, found }: ConversationMessagesProps) {
  const { turns, ratings } = details;
  const frame = useRef<HTMLElement>(null);
  const isPrinting = useIsPrinting();
  const items = useMemo(
    () => buildThread({ messages, turns, ratings }, timeZone),
    [messages, turns, ratings, timeZone],
  );
  const { messageId } = found;
  useFoundMarks(frame, found);
  // The messages are drawn with the first frame; turns that come later move them.
  useEffect(() => {
    if (messageId === undefined) return;
    const entries = Array.from(frame.current?.querySelectorAll('article[data-found]') ?? []);
    entries[0]?.scrollIntoView?.({ block: 'center' });
  }, [messageId, items]);
  if (items.length > allInPage) {
    return (
      <>
        <LongThread ref={frame} items={items} timeZone={timeZone} messageId={messageId} />
        {isPrinting && (
          <Block rule="above" framing className={styles.frame}>
            {items.map((item) => (
              <ThreadEntry key={item.key} item={item} timeZone={timeZone} />
            ))}
          </Block>
        )}
      </>
    );
  }
  return (
    <Block ref={frame} as="section" rule="above" framing className={styles.frame} tabIndex={0} aria-label="Messages">
      {items.length === 0 && (
        <Text pad={[6, 0]} tone="faint">
          This conversation has no messages.
        </Text>
      )}
      {items.map((item) => (
        <ThreadEntry key={item.key} item={item} timeZone={timeZone} isFound={isMessage(item, messageId)} />
      ))}
    </Block>
  );
}
