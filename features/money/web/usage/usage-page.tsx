import { netWords } from '#features/money/contract/vat-words.ts';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { DownloadMenu, toDownloadable } from '#web/records/downloads/download-menu.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { paths } from '#web/paths.ts';
import { parseRequests } from '#web/records/requests-address.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { BillLine } from '../bill/bill-line.tsx';
import type { LimitTarget } from './budget/limit-dialog.tsx';
import { UsageFigures } from './usage-figures.tsx';
import { Block } from '#web/ui/layout/layout.tsx';
import { UsageToolbar } from './usage-toolbar.tsx';
import { useUsage } from './usage.queries.ts';
import { useUsageScope } from './use-usage-scope.ts';

const LimitDialog = lazy(() => import('./budget/limit-dialog.tsx').then((module) => ({ default: module.LimitDialog })));
const UsageEventsDialog = lazy(() =>
  import('./events/usage-events-dialog.tsx').then((module) => ({ default: module.UsageEventsDialog })),
);

/** The skills of the month, and every request behind them. */
function UsageDownload({ period, isEmpty }: { period: string | undefined; isEmpty: boolean }) {
  const filter = period === undefined ? {} : { period };
  const choices = [toDownloadable('usage', filter, 'Skills'), toDownloadable('requests', filter, 'Billed requests')];
  return <DownloadMenu label="Download usage" isEmpty={isEmpty} choices={choices} />;
}

/** `/settings/usage` (section 2.3). */
export function UsagePage() {
  const scope = useUsageScope();
  const { data: usage, loaded, live, isLive, error, isFetching, isPlaceholderData, refetch } = useUsage(scope.period);
  const { openId: openSkillId } = useOverlayInUrl('skill');
  const [target, setTarget] = useState<LimitTarget>();
  const isStale = isPlaceholderData || (error !== null && usage !== undefined);
  return (
    <>
      <PageHeader
        title="Usage Dashboard"
        purpose={`Requests and cost per skill, by month. Prices, costs and limits are ${netWords}.`}
        actions={
          <>
            <Link to={paths.billing()}>Invoices</Link>
            <UsageDownload period={scope.period} isEmpty={usage?.data.length === 0 && !isPlaceholderData} />
          </>
        }
      />
      <UsageToolbar
        scope={scope}
        usage={usage}
        isFetching={isFetching}
        isLive={isLive}
        onRefresh={() => void refetch()}
      />
      <BillLine period={scope.period} live={live} />
      <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(usage || !error) && (
        <Block stale={isStale} aria-busy={!usage || isStale}>
          <UsageFigures
            usage={usage}
            placed={loaded?.data}
            live={live}
            scope={scope}
            onSetLimit={scope.canManageLimits ? setTarget : undefined}
          />
        </Block>
      )}
      <Suspense>
        {target && <LimitDialog target={target} onClose={() => setTarget(undefined)} />}
        {openSkillId !== undefined && (
          <UsageEventsDialog
            key={`${openSkillId} ${scope.period}`}
            requests={parseRequests(openSkillId)}
            skills={usage?.data ?? []}
            scope={scope}
          />
        )}
      </Suspense>
    </>
  );
}
