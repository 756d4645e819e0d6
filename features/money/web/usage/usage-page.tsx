import { netWords } from '#features/money/contract/vat-words.ts';
import { Link } from '@tanstack/react-router';
import { DownloadMenu, toDownloadable } from '#web/records/downloads/download-menu.tsx';
import { paths } from '#web/paths.ts';
import { BillLine } from '../bill/bill-line.tsx';
import { UsageFigures } from './usage-figures.tsx';
import { Block } from '#web/ui/layout/layout.tsx';
import { UsageTab, useUsageTab } from './usage-tab.tsx';

/** The skills of the month, and every request behind them. */
function UsageDownload({ period, isEmpty }: { period: string | undefined; isEmpty: boolean }) {
  const filter = period === undefined ? {} : { period };
  const choices = [toDownloadable('usage', filter, 'Skills'), toDownloadable('requests', filter, 'Billed requests')];
  return <DownloadMenu label="Download usage" isEmpty={isEmpty} choices={choices} />;
}

/** `/settings/usage` (section 2.3): bill, limit, skills and owners of costs of a month. */
export function UsagePage() {
  const tab = useUsageTab();
  const { scope, data: usage, loaded, live, error, isPlaceholderData, isStale, onSetLimit } = tab;
  return (
    <UsageTab
      tab={tab}
      title="Usage Dashboard"
      purpose={`Requests and cost per skill, by month. Prices, costs and limits are ${netWords}.`}
      actions={
        <>
          <Link to={paths.billing()}>Invoices</Link>
          <UsageDownload period={scope.period} isEmpty={usage?.data.length === 0 && !isPlaceholderData} />
        </>
      }
      lead={<BillLine period={scope.period} live={live} />}
    >
      {(usage || !error) && (
        <Block stale={isStale} aria-busy={!usage || isStale}>
          <UsageFigures usage={usage} placed={loaded?.data} live={live} scope={scope} onSetLimit={onSetLimit} />
        </Block>
      )}
    </UsageTab>
  );
}
