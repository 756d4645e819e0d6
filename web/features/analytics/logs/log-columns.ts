import type { ConversationStatus } from '#contract/analytics/conversations.ts';
import type { StatusTone } from '../../../ui/records/status-badge.tsx';

/** The columns of the log; API calls only for those who may see them. */
export function getLogColumns(canSeeApiCalls: boolean): string[] {
  return ['Date', 'Skill', 'User', 'Messages', ...(canSeeApiCalls ? ['API calls'] : []), 'Status'];
}

/** Section 2.6: Failed red, Processing grey, others green. */
export function getStatusTone(status: ConversationStatus): StatusTone {
  if (status === 'Failed') return 'red';
  return status === 'Processing' ? 'grey' : 'green';
}
