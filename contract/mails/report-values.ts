/** Constants of e-mail reports, without schemas, so that pages load them without zod. */

/** What a report can hold, in its order. */
export const reportParts = ['figures', 'topSkills', 'topUsers', 'cost', 'failures', 'unanswered'] as const;
export type ReportPart = (typeof reportParts)[number];

/** The whole week from Monday to Sunday, or the whole month, before the day on which a report is sent. */
export const reportPeriods = ['week', 'month'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** Of one person; the message of `mail-reports.limit` names it. */
export const maxReportsOfUser = 20;
