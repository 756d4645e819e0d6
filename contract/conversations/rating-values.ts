/**
 * Users' rating of an answer. A conversation is negative where one of its ratings is, else positive where one is, else
 * neutral.
 */
export const ratingValues = ['positive', 'neutral', 'negative'] as const;
export type RatingValue = (typeof ratingValues)[number];

export const ratingLabels: Readonly<Record<RatingValue, string>> = {
  positive: 'Positive',
  neutral: 'Neutral',
  negative: 'Negative',
};
