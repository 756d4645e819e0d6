import { useMemo } from 'react';
import type { ConversationTurn } from '#contract/analytics/answers.ts';
import type { HistoryMessage } from '#contract/analytics/analytics.ts';
import { LongThread } from './conversation-long-thread.tsx';
import { ThreadEntry } from './conversation-message.tsx';
import styles from './conversation-messages.module.css';
import { buildThread } from './conversation-thread.ts';

/** Up to this count all entries are in the page, so that the browser's search finds them. */
const allInPage = 150;

interface ConversationMessagesProps {
  messages: readonly HistoryMessage[];
  turns: readonly ConversationTurn[];
  timeZone: string;
}

/** The messages, oldest first. The frame takes the focus, so that the keyboard scrolls it. */
export function ConversationMessages({ messages, turns, timeZone }: ConversationMessagesProps) {
  const items = useMemo(() => buildThread({ messages, turns }, timeZone), [messages, turns, timeZone]);
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
