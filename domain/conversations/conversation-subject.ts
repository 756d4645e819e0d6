import type { ShownIds } from '#server/lib/crypto/shown-ids.ts';

/** Enough of the id to tell records apart. */
const shownLength = 8;

/** The label of a conversation's audit entries. @param shownId as the reader sees it */
export const toLogRecordLabel = (shownId: string): string => `Log record ${shownId.slice(0, shownLength)}`;

/** The subject of a conversation's audit entry, which keeps the stored id: `toVisibleEntry` shows it. */
export const toConversationSubject = (ids: ShownIds, id: string) => ({
  entity: 'conversation' as const,
  entityId: id,
  entityLabel: toLogRecordLabel(ids.show(id)),
});
