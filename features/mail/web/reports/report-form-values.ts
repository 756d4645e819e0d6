import type { MailReport, MailReportForm } from '#features/mail/contract/mail-reports.ts';
import { reportParts, type ReportPart } from '#features/mail/contract/report-values.ts';
import { listDifferences } from '#web/records/list-differences.ts';
import { dayOptions, hourOptions, monthly, partLabels, periodLabels } from './report-words.ts';

/** A report as the API gives it; without an id it is still to be created. */
export type ReportRecord = MailReportForm & Partial<Pick<MailReport, 'id' | 'version' | 'user'>>;

/** The values of the form. The person is known by the address that the field shows, and the id of the chosen user. */
export type ReportFormValues = {
  name: string;
  userId: string;
  email: string;
  /** The number of a weekday, or `monthly`. */
  day: string;
  hour: string;
  period: string;
  parts: string[];
  technicalUsers: boolean;
  attachesUsage: boolean;
  isEnabled: boolean;
};

export const reportLabels: Readonly<Record<keyof ReportFormValues, string>> = {
  name: 'Name',
  userId: 'Person',
  email: 'Person',
  day: 'Sent',
  hour: 'Time',
  period: 'Period',
  parts: 'Contents',
  technicalUsers: 'Include technical users',
  attachesUsage: 'Attach usage as CSV',
  isEnabled: 'Send this report',
};

interface Reader {
  readonly id: string;
  readonly email: string;
}

/** Initial values of a report: to the user who creates it, on Mondays. */
export const newReport = ({ id, email }: Reader): ReportRecord => ({
  name: 'Weekly figures',
  userId: id,
  user: { firstName: '', lastName: '', email },
  weekday: 1,
  hour: 8,
  period: 'week',
  parts: reportParts.filter((part) => part !== 'attention'),
  technicalUsers: false,
  attachesUsage: false,
  isEnabled: true,
});

export function toReportValues({ weekday, hour, user, ...record }: ReportRecord): ReportFormValues {
  const { name, userId, period, parts, technicalUsers, attachesUsage, isEnabled } = record;
  const day = weekday === null ? monthly : String(weekday);
  const flags = { technicalUsers, attachesUsage, isEnabled };
  return { name, userId, email: user?.email ?? '', day, hour: String(hour), period, parts: [...parts], ...flags };
}

/** The body of a save, with the parts in their order. */
export function toReportForm({ day, hour, period, parts, email: _email, ...values }: ReportFormValues): MailReportForm {
  return {
    ...values,
    weekday: day === monthly ? null : Number(day),
    hour: Number(hour),
    period: period === 'month' ? 'month' : 'week',
    parts: reportParts.filter((part) => parts.includes(part)),
  };
}

const labelOf = (options: readonly { value: string; label: string }[], chosen: string) =>
  options.find(({ value }) => value === chosen)?.label ?? chosen;

const toShown = (values: ReportFormValues) => ({
  ...values,
  day: labelOf(dayOptions, values.day),
  hour: labelOf(hourOptions, values.hour),
  period: periodLabels[values.period === 'month' ? 'month' : 'week'],
  parts: values.parts.map((part) => partLabels[part as ReportPart]),
});

/** The fields in which a newer report differs from the form. */
export const listReportDifferences = (newer: ReportRecord, mine: ReportFormValues) =>
  listDifferences({
    // The address says whose it is.
    labels: { ...reportLabels, userId: null },
    theirs: toShown(toReportValues(newer)),
    mine: toShown(mine),
  });
