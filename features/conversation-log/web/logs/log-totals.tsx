import type { LogTotals as Totals } from '#features/conversation-log/contract/log-query.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { Text } from '#web/ui/layout/layout.tsx';

/** Totals of all conversations of the list; nothing where they are not known. */
export function LogTotals({ totals: { messages, apiCalls } = { messages: null } }: { totals: Totals | undefined }) {
  const sums = [
    typeof messages === 'number' && formatCounted(messages, 'messages'),
    typeof apiCalls === 'number' && formatCounted(apiCalls, 'API calls'),
  ].filter(Boolean);
  return sums.length === 0 ? null : <Text size="sm" tone="faint" number>{`Total: ${sums.join(', ')}`}</Text>;
}
