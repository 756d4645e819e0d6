/** Constants of e-mail reports, without schemas, so that pages load them without zod. */

/** Parts of a report, in its order. */
export const reportParts = ['attention', 'figures', 'topSkills', 'topUsers', 'cost', 'failures', 'unanswered'] as const;
export type ReportPart = (typeof reportParts)[number];

/** The whole week from Monday to Sunday, or the whole month, before the day on which a report is sent. */
export const reportPeriods = ['week', 'month'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** Sends the list of "Needs attention" alone, which is left out where it is empty. */
export const isOnlyAttention = (parts: readonly ReportPart[]): boolean =>
  parts.length === 1 && parts[0] === 'attention';

/** The most reports per person; the message of `mail-reports.limit` names the number. */
export const maxReportsOfUser = 20;
