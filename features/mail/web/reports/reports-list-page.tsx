import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { can } from '#contract/capabilities.ts';
import { describeZones } from '#contract/calendar/zone-names.ts';
import type { MailReport } from '#features/mail/contract/mail-reports.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { NewRecordLink } from '#web/records/new-record-link.tsx';
import { useFormLink, useRecordList } from '#web/records/use-record-list.ts';
import { useSearchInUrl } from '#web/records/use-search-in-url.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { RecordToolbar } from '#web/ui/records/record-toolbar.tsx';
import { getReportColumns, parseReportsAddress, useReportsNavigation } from './report-columns.tsx';
import { reportsQuery } from './reports.queries.ts';

const getAddress = ({ id }: MailReport) => paths.report(id);

/** `/settings/reports`: figures by e-mail, of the person. */
export function ReportsListPage() {
  const { timeZone } = useCurrentUser();
  return (
    <>
      <PageHeader
        title="E-mail reports"
        purpose={`Figures that you get by e-mail. Times are in ${describeZones(timeZone)}.`}
        actions={<NewReport />}
      />
      <ReportsList />
    </>
  );
}

/** Below the notification settings, for SuperAdmins: the reports of all people of the company. */
export function ReportsSection() {
  const { timeZone } = useCurrentUser();
  return (
    <Block as="section" above={12} aria-labelledby="reports">
      <Row gap={6} rowGap={3} align="end" justify="between" wrap below={5}>
        <div>
          <h2 id="reports">E-mail reports</h2>
          <Text above={2} size="sm" tone="soft" breaks="pretty" measure={42}>
            {`Scheduled e-mail reports. Times are in ${describeZones(timeZone)}.`}
          </Text>
        </div>
        <NewReport />
      </Row>
      <ReportsList />
    </Block>
  );
}

/** Back from the form, the list stands as it was left. */
function NewReport() {
  const { settled } = useSearchInUrl({ parse: parseReportsAddress });
  return (
    <NewRecordLink to={paths.newReport()} listSearch={settled}>
      Create report
    </NewRecordLink>
  );
}

function ReportsList() {
  const user = useCurrentUser();
  const { timeZone } = user;
  const isOfCompany = can(user, 'notifications.manage');
  const context = useMemo(() => ({ timeZone }), [timeZone]);
  const { data } = useQuery(reportsQuery);
  const { records, filter, hasToolbar, toolbar, count, table } = useRecordList({
    records: data,
    columns: getReportColumns(isOfCompany),
    parse: parseReportsAddress,
    usualSort: 'name',
    one: 'report',
    many: 'reports',
  });
  const { openForm } = useReportsNavigation();
  const link = useFormLink({ getAddress, openForm, search: filter.search, isWholeRow: true });
  return (
    <>
      {hasToolbar && <RecordToolbar {...toolbar} count={count} />}
      <RecordTable
        {...table}
        caption="E-mail reports"
        context={context}
        getKey={({ id }) => id}
        skeletonRowCount={3}
        empty={
          records?.length === 0 ? (
            <EmptyState drawing="papers" text="No reports yet.">
              A report brings the figures of the last week or month to your inbox.
            </EmptyState>
          ) : (
            <EmptyState drawing="search" text="No reports matching the current search." />
          )
        }
        link={link}
      />
    </>
  );
}
