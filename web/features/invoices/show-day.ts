import { formatLongDate } from '../../lib/dates.ts';

/** `November 1st, 2026`. Invoice dates are calendar days and the same in every zone. */
export const showDay = (day: string): string => formatLongDate(`${day}T00:00:00Z`, 'UTC');
