import type { RatingValue } from '#contract/analytics/ratings.ts';

export const ratingLabels: Readonly<Record<RatingValue, string>> = {
  positive: 'Positive',
  neutral: 'Neutral',
  negative: 'Negative',
};
