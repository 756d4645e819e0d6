import { Link } from '@tanstack/react-router';
import { LoadError } from '#web/records/load-error.tsx';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { Block } from '#web/ui/layout/layout.tsx';
import { UsageTab, useUsageTab } from '../usage-tab.tsx';
import { OwnCostsTable, purpose, useOwnCosts } from './own-costs-panel.tsx';

/** `/settings/usage/own-cost`: cost of own skills by the company's own rates, apart from billed costs. */
export function OwnCostsPage() {
  const tab = useUsageTab();
  const { data, error, refetch, isFetching } = useOwnCosts(tab.scope.period, tab.live);
  return (
    <UsageTab tab={tab} title="Own cost" purpose={purpose}>
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(data || !error) && (
        <Block stale={tab.isStale}>
          <OwnCostsTable
            costs={data}
            empty={
              <EmptyState drawing="clock" text="No own cost in this period.">
                A rate is set on the page of each of your own <Link to={paths.skills()}>skills</Link>.
              </EmptyState>
            }
          />
        </Block>
      )}
    </UsageTab>
  );
}
