import type { MailReport } from '#features/mail/contract/mail-reports.ts';
import type { ReportPart, ReportPeriod } from '#features/mail/contract/report-values.ts';

export const partLabels: Readonly<Record<ReportPart, string>> = {
  attention: 'Needs attention',
  figures: 'Figures of the dashboard',
  topSkills: 'Top skills',
  topUsers: 'Top users',
  cost: 'Cost and limit',
  failures: 'Failures',
  unanswered: 'Unanswered conversations',
};

export const periodLabels: Readonly<Record<ReportPeriod, string>> = {
  week: 'Last week, Monday to Sunday',
  month: 'Last month',
};

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The value of a select for the first day of each month. */
export const monthly = 'month';

/** When a report is sent; `value` is the number of the weekday, or `monthly`. */
export const dayOptions = [
  ...weekdays.map((name, place) => ({ value: String(place + 1), label: `Every ${name}` })),
  { value: monthly, label: 'On the first day of each month' },
];

const formatHour = (hour: number) => `${hour}:00`;

export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: formatHour(hour),
}));

/** 'Mondays, 8:00' */
export function describeSchedule({ weekday, hour }: Pick<MailReport, 'weekday' | 'hour'>): string {
  const day = weekday === null ? 'Monthly' : `${weekdays[weekday - 1] ?? ''}s`;
  return `${day}, ${formatHour(hour)}`;
}
