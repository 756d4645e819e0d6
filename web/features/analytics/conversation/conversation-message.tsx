import { formatTime } from '#contract/calendar/formats.ts';
import { TurnEntry } from '../../../records/conversation-turn.tsx';
import styles from './conversation-message.module.css';
import { MessageRating } from './conversation-rating.tsx';
import type { ThreadItem } from './conversation-thread.ts';
import { MessageBoundary } from './message-boundary.tsx';
import { MessagePart } from './parts/message-part.tsx';

interface ThreadEntryProps {
  item: ThreadItem;
  timeZone: string;
  /** Whether a search led to it. */
  isFound?: boolean;
}

/** A day, a turn, or a message: of the assistant on the left, of the user on the right. */
export function ThreadEntry({ item, timeZone, isFound }: ThreadEntryProps) {
  if (item.kind === 'day') return <p className={styles.day}>{item.label}</p>;
  if (item.kind === 'turn') return <TurnEntry turn={item.turn} />;
  const { message, parts, rating } = item;
  return (
    <article
      className={styles.message}
      data-side={message.isAssistant ? 'assistant' : 'user'}
      data-found={isFound || undefined}
    >
      <p className={styles.head}>
        <bdi className={styles.author} translate="no">
          {message.author}
        </bdi>{' '}
        <time dateTime={message.date}>{formatTime(message.date, timeZone)}</time>
      </p>
      {/* People write in many languages, and the portal does not know which. */}
      <div className={styles.body} lang="">
        <MessageBoundary>
          {parts.map(({ key, part }) => (
            <MessagePart key={key} part={part} />
          ))}
        </MessageBoundary>
        {message.loading && (
          <p className={styles.loading}>
            <span className="visually-hidden">Being answered</span>
            <span className={styles.dots} aria-hidden="true" />
          </p>
        )}
      </div>
      {rating && <MessageRating rating={rating} />}
    </article>
  );
}
