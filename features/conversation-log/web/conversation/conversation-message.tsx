import { formatTime } from '#contract/calendar/formats.ts';
import { TurnEntry } from '#web/records/conversations/conversation-turn.tsx';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from './conversation.module.css';
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
  if (item.kind === 'day')
    return (
      <Row as="p" gap={4} size="sm" tone="faint" pad={[5, 0, 2]} className={styles.day}>
        {item.label}
      </Row>
    );
  if (item.kind === 'turn') return <TurnEntry turn={item.turn} />;
  const { message, parts, rating } = item;
  return (
    <Stack
      as="article"
      align="start"
      above={4}
      below={4}
      className={styles.message}
      data-side={message.isAssistant ? 'assistant' : 'user'}
      data-found={isFound || undefined}
    >
      <Text below={1} size="sm" tone="faint" breaks="anywhere" className={styles.head}>
        <Block as="bdi" tone="soft" weight="medium" translate={message.author ? 'no' : undefined}>
          {message.author || (message.isAssistant ? 'Assistant' : 'User')}
        </Block>{' '}
        <time dateTime={message.date}>{formatTime(message.date, timeZone)}</time>
      </Text>
      {/* People write in many languages, and the portal does not know which. */}
      <Stack gap={3} shrink className={styles.body} lang="">
        <MessageBoundary>
          {parts.map(({ key, part }) => (
            <MessagePart key={key} part={part} />
          ))}
        </MessageBoundary>
        {message.loading && (
          <Text pad={[1, 0]}>
            <span className="visually-hidden">Being answered</span>
            <span className={styles.dots} aria-hidden="true" />
          </Text>
        )}
      </Stack>
      {rating && <MessageRating rating={rating} />}
    </Stack>
  );
}
