import { netWords } from '#features/billing/contract/vat-words.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DownloadMenu, toDownloadable } from '#web/records/downloads/download-menu.tsx';
import type { LiveUsage } from '#web/records/month/live-usage.ts';
import { paths } from '#web/paths.ts';
import { UsageFigures } from './usage-figures.tsx';
import { Block } from '#web/ui/layout/layout.tsx';
import { UsageTab, useUsageTab } from './usage-tab.tsx';

/** The skills of the month, and every request behind them. */
function UsageDownload({ period, isEmpty }: { period: string | undefined; isEmpty: boolean }) {
  const filter = period === undefined ? {} : { period };
  const choices = [
    toDownloadable('usage', filter, 'Skills'),
    toDownloadable('focus', filter, 'FOCUS columns'),
    toDownloadable('requests', filter, 'Billed requests'),
  ];
  return <DownloadMenu label="Download usage" isEmpty={isEmpty} choices={choices} />;
}

interface UsagePageProps {
  /** The bill of the month that the page shows. */
  renderBill: (period: string | undefined, live: LiveUsage | undefined) => ReactNode;
}

/** `/settings/usage` (section 2.3): bill, limit, skills and owners of costs of a month. */
export function UsagePage({ renderBill }: UsagePageProps) {
  const tab = useUsageTab();
  const { scope, data: usage, loaded, live, error, isPlaceholderData, isStale, onSetLimit } = tab;
  return (
    <UsageTab
      tab={tab}
      title="Usage Dashboard"
      purpose={`Requests and cost per skill, by month. Prices, costs and limits are ${netWords}.`}
      actions={
        <>
          <Link to={paths.usageLimits()}>Limits of persons and departments</Link>
          <Link to={paths.billing()}>Invoices</Link>
          <UsageDownload period={scope.period} isEmpty={usage?.data.length === 0 && !isPlaceholderData} />
        </>
      }
      lead={renderBill(scope.period, live)}
    >
      {(usage || !error) && (
        <Block stale={isStale} aria-busy={!usage || isStale}>
          <UsageFigures usage={usage} placed={loaded?.data} live={live} scope={scope} onSetLimit={onSetLimit} />
        </Block>
      )}
    </UsageTab>
  );
}
