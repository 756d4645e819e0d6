const formatter = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayFormatter = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `October 2026`, of the first day of a month. */
export const nameMonth = (month: string): string => formatter.format(new Date(`${month}T00:00:00Z`));

/** `5 Nov 2026`, of a calendar day. */
export const nameDay = (day: string): string =>
  dayFormatter.format(new Date(`${day}T00:00:00Z`)).replace('Sept', 'Sep');
