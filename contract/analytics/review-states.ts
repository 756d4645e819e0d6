/** Of a conversation: without a review, with an open one, or resolved. */
export const reviewStates = ['none', 'open', 'resolved'] as const;
export type ReviewState = (typeof reviewStates)[number];
