import { useMemo } from 'react';
import type { HistoryMessage } from '#contract/analytics/analytics.ts';
import { LongThread } from './conversation-long-thread.tsx';
import { ThreadEntry } from './conversation-message.tsx';
import styles from './conversation-messages.module.css';
import { buildThread } from './conversation-thread.ts';

/** Up to so many entries are all in the page, where the browser's own search finds them. */
const allInPage = 150;

interface ConversationMessagesProps {
  messages: readonly HistoryMessage[];
  timeZone: string;
}

/** The conversation, oldest first, in a frame of its own that the keyboard scrolls too. */
export function ConversationMessages({ messages, timeZone }: ConversationMessagesProps) {
  const items = useMemo(() => buildThread(messages, timeZone), [messages, timeZone]);
  if (items.length > allInPage) return <LongThread items={items} timeZone={timeZone} />;
  return (
    <section className={styles.frame} tabIndex={0} aria-label="Messages">
      {items.length === 0 && <p className={styles.none}>This conversation has no messages.</p>}
      {items.map((item) => (
        <ThreadEntry key={item.key} item={item} timeZone={timeZone} />
      ))}
    </section>
  );
}
