import type { ConversationStatus } from '#contract/conversations/conversations.ts';
import { AlertIcon, CloseIcon } from '#web/ui/drawings/first-icons.tsx';
import { ExternalIcon } from '#web/ui/drawings/icons.tsx';
import { StatusBadge, type StatusTone } from '#web/ui/records/status-badge.tsx';

/** Section 2.6: Failed red, Processing grey, others green. */
export function getStatusTone(status: ConversationStatus): StatusTone {
  if (status === 'Failed') return 'red';
  return status === 'Processing' ? 'grey' : 'green';
}

/** Distinguishes what did not end well from success, which has the same colour. */
const icons = { Failed: CloseIcon, Escaped: ExternalIcon, Error: AlertIcon } as const;

export function ConversationStatusBadge({ status }: { status: ConversationStatus }) {
  const icon = status === 'Completed' || status === 'Processing' ? undefined : icons[status];
  return <StatusBadge tone={getStatusTone(status)} label={status} icon={icon} />;
}
