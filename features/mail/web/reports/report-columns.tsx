import { formatDateTime } from '#contract/calendar/formats.ts';
import type { MailReport } from '#features/mail/contract/mail-reports.ts';
import { paths } from '#web/paths.ts';
import { parseSearchText, parseSortOrder, type ListAddress } from '#web/records/list-address.ts';
import { useListNavigation } from '#web/records/use-list-navigation.ts';
import { defineColumns, type Column } from '#web/ui/records/columns.ts';
import { describeSchedule, periodLabels } from './report-words.ts';

interface CellContext {
  timeZone: string;
}

const toPerson = ({ user }: MailReport) => `${user.firstName} ${user.lastName}`.trim();

function Moment({ date, missing, timeZone }: CellContext & { date: string | null; missing: string }) {
  return date === null ? missing : <time dateTime={date}>{formatDateTime(date, timeZone)}</time>;
}

const byDate = (a: string | null, b: string | null) => (a ?? '').localeCompare(b ?? '');

const allColumns = defineColumns<MailReport, CellContext>([
  {
    key: 'name',
    label: 'Name',
    overflow: 'anywhere',
    isLink: true,
    text: ({ name }) => name,
    sort: 'text',
    search: 'text',
  },
  {
    key: 'person',
    isName: true,
    label: 'Person',
    width: '17%',
    overflow: 'anywhere',
    text: toPerson,
    sort: 'text',
    search: 'text',
  },
  { key: 'schedule', label: 'Sent', width: '15%', text: describeSchedule },
  {
    key: 'period',
    label: 'Period',
    width: '17%',
    look: 'soft',
    text: ({ period }) => periodLabels[period],
    sort: 'text',
  },
  {
    key: 'next',
    label: 'Next',
    width: '14%',
    narrowWidth: '16%',
    cell: ({ nextAt }, { timeZone }) => <Moment date={nextAt} missing="Not sent" timeZone={timeZone} />,
    sort: (a, b) => byDate(a.nextAt, b.nextAt),
  },
  {
    key: 'last',
    label: 'Last sent',
    width: '14%',
    narrowWidth: '16%',
    look: 'soft',
    cell: ({ lastSentAt }, { timeZone }) => <Moment date={lastSentAt} missing="Never" timeZone={timeZone} />,
    sort: (a, b) => byDate(a.lastSentAt, b.lastSentAt),
  },
]);

const ownColumns = defineColumns(allColumns.filter(({ key }) => key !== 'person'));

/** With the person where the list may hold reports of several. */
export const getReportColumns = (isOfCompany: boolean): readonly Column<MailReport, CellContext>[] =>
  isOfCompany ? allColumns : ownColumns;

/** The parameters of the list's address (`?search=&sortBy=&order=`); what means nothing is left out. */
export const parseReportsAddress = (raw: object): ListAddress => ({
  ...parseSearchText(raw),
  ...parseSortOrder(raw, allColumns),
});

export const useReportsNavigation = () => useListNavigation({ listPath: paths.reports(), parse: parseReportsAddress });
