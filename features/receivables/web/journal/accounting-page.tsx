import { useState } from 'react';
import { addDays, addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { DownloadMenu, toDownloadable } from '#web/records/downloads/download-menu.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { DayField } from '#web/ui/forms/day-field.tsx';
import { Block, Row } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { AccountsPanel } from './accounts-panel.tsx';

/** `/companies/accounting`, for the provider's SuperAdmins: files of all companies for the ledger. */
export function AccountingPage() {
  return (
    <>
      <PageHeader
        title="Accounting"
        purpose="The invoices of all companies as files for your ledger. Bank payments are on the bank statements."
      />
      <JournalPanel />
      <Block above={8}>
        <ChartPanel
          title="Invoices of all companies"
          note="One row for each invoice and credit note, with net, VAT, what is paid and what is open."
        >
          <Row>
            <DownloadMenu
              label="Download the invoices of all companies"
              isEmpty={false}
              choices={[
                toDownloadable('allInvoices', { status: 'open' }, 'Open'),
                toDownloadable('allInvoices', { status: 'overdue' }, 'Overdue'),
                toDownloadable('allInvoices', {}, 'All'),
              ]}
            />
          </Row>
        </ChartPanel>
      </Block>
      <Block above={8}>
        <AccountsPanel />
      </Block>
    </>
  );
}

/** The days of the journal, at first those of the last month, and its file. */
function JournalPanel() {
  const { timeZone } = useCurrentUser();
  const [days, setDays] = useState(() => {
    const month = getMonth(getDay(Date.now(), timeZone));
    return { from: addMonths(month, -1), to: addDays(month, -1) };
  });
  const isOrdered = days.from !== '' && days.to !== '' && days.from <= days.to;
  return (
    <ChartPanel
      title="Journal"
      note="One row for each posting of the invoices and credit notes that were issued in the period: debits equal credits."
    >
      <Row gap={4} rowGap={3} align="end" wrap>
        <DayField label="First day" value={days.from} onChange={(from) => setDays({ ...days, from })} />
        <DayField
          label="Last day"
          value={days.to}
          onChange={(to) => setDays({ ...days, to })}
          error={isOrdered || days.to === '' ? undefined : 'The last day is before the first.'}
        />
        <DownloadMenu label="Download the journal" isEmpty={!isOrdered} choices={[toDownloadable('journal', days)]} />
      </Row>
    </ChartPanel>
  );
}
