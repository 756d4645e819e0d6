/** The statuses of a conversation, in the order of figures and filters (section 9). */
export const conversationStatuses = ['Completed', 'Processing', 'Failed', 'Escaped', 'Error'] as const;

export type ConversationStatus = (typeof conversationStatuses)[number];

/** The statuses of finished conversations that the success rate counts as unsuccessful. */
export const unsuccessfulStatuses: readonly ConversationStatus[] = ['Failed', 'Escaped', 'Error'];

/** Shown for conversations without a skill. */
export const noSkillName = 'No skill';

/** Shown for conversations without a user, and for a reported user without name and address. */
export const unknownUserName = 'Unknown user';

/** Shown for an answer of which the sender does not say the model. */
export const unnamedModel = 'Not reported';

/** The id of conversations without a skill or user, in top lists and log filters. */
export const unmappedId = 'unmapped';
