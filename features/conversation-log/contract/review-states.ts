/** Conversations without a review, with an open one, or with a resolved one. */
export const reviewStates = ['none', 'open', 'resolved'] as const;
export type ReviewState = (typeof reviewStates)[number];
