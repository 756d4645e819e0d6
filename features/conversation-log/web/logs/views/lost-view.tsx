import type { LogView } from '#features/conversation-log/contract/log-views.ts';
import { Text } from '#web/ui/layout/layout.tsx';

const sentences: Readonly<Record<LogView['lost'][number], string>> = {
  filter: 'One of its filters no longer exists; the others apply.',
  user: 'A user that it names was deleted, so it finds no conversations of that user.',
  skill: 'A skill that it names was deleted, so it finds no conversations of that skill.',
};

/** Says what the filters of the open view refer to and is gone. */
export function LostView({ view: { name, lost } }: { view: LogView }) {
  return (
    <Text size="sm" tone="soft" breaks="anywhere" role="status">
      {`View “${name}”: ${lost.map((each) => sentences[each]).join(' ')}`}
    </Text>
  );
}
