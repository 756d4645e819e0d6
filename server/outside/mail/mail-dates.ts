const utc = { timeZone: 'UTC' } as const;
const monthFormat = new Intl.DateTimeFormat('en-GB', { ...utc, month: 'long', year: 'numeric' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'long', year: 'numeric' });

/** `November 2026`, of a day such as `2026-11-01`. */
export const formatMonth = (day: string): string => monthFormat.format(new Date(`${day}T00:00:00Z`));

/** `16 November 2026`. */
export const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));
