/** The statuses of a conversation, in the order of figures and filters (section 9). */
export const conversationStatuses = ['Completed', 'Processing', 'Failed', 'Escaped', 'Error'] as const;

export type ConversationStatus = (typeof conversationStatuses)[number];

/** Shown for a reported skill or user that is not mapped. */
export const unmappedName = 'Unmapped';

/** The id of conversations without a skill or user, in top lists and log filters. */
export const unmappedId = 'unmapped';
