import type { RatingValue } from '#contract/analytics/rating-values.ts';

export const ratingLabels: Readonly<Record<RatingValue, string>> = {
  positive: 'Positive',
  neutral: 'Neutral',
  negative: 'Negative',
};
