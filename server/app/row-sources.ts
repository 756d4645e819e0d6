import { openConversationRows } from '../features/analytics/conversation-rows.service.ts';
import type { RowSources } from '../features/exports/row-kinds.ts';

/** Who finds the rows of each kind that is taken along. */
export const rowSources: RowSources = {
  conversations: openConversationRows,
};
