/**
 * What users thought of an answer. Of a conversation: negative where one of its ratings is, else positive where one is, else
 * neutral.
 */
export const ratingValues = ['positive', 'neutral', 'negative'] as const;
export type RatingValue = (typeof ratingValues)[number];
