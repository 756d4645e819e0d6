/** What became of a conversation, in the order in which figures and filters name them (section 9). */
export const conversationStatuses = ['Completed', 'Processing', 'Failed', 'Escaped', 'Error'] as const;

export type ConversationStatus = (typeof conversationStatuses)[number];

/** What stands where an assistant names a skill or a user that the company does not have. */
export const unmappedName = 'Unmapped';

/** The id of what assistants did not name at all, in top lists and log filters. */
export const unmappedId = 'unmapped';
