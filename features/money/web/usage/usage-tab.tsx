import { lazy, Suspense, useState, type ReactNode } from 'react';
import { LoadError } from '#web/records/load-error.tsx';
import { parseRequests } from '#web/records/requests-address.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { LimitTarget } from './budget/limit-dialog.tsx';
import { UsageToolbar } from './usage-toolbar.tsx';
import { useUsage } from './usage.queries.ts';
import { useUsageScope } from './use-usage-scope.ts';

const LimitDialog = lazy(() => import('./budget/limit-dialog.tsx').then((module) => ({ default: module.LimitDialog })));
const UsageEventsDialog = lazy(() =>
  import('./events/usage-events-dialog.tsx').then((module) => ({ default: module.UsageEventsDialog })),
);

/** Month, figures and limits of a tab of the usage dashboard. */
export function useUsageTab() {
  const scope = useUsageScope();
  const answer = useUsage(scope.period);
  const [target, setTarget] = useState<LimitTarget>();
  return {
    scope,
    ...answer,
    isStale: answer.isPlaceholderData || (answer.error !== null && answer.data !== undefined),
    target,
    closeLimit: () => setTarget(undefined),
    /** Undefined for users who may not set limits. */
    onSetLimit: scope.canManageLimits ? setTarget : undefined,
  };
}

interface UsageTabProps {
  tab: ReturnType<typeof useUsageTab>;
  title: string;
  purpose: string;
  actions?: ReactNode;
  /** Between the month and its figures. */
  lead?: ReactNode;
  children: ReactNode;
}

/** Parts that the tabs of the usage dashboard share: head, month, freshness, and the dialogs over them. */
export function UsageTab({ tab, title, purpose, actions, lead, children }: UsageTabProps) {
  const { scope, data: usage, isLive, error, isFetching, refetch, target } = tab;
  const { openId: openSkillId } = useOverlayInUrl('skill');
  const load = () => void refetch();
  return (
    <>
      <PageHeader title={title} purpose={purpose} actions={actions} />
      <UsageToolbar scope={scope} usage={usage} isFetching={isFetching} isLive={isLive} onRefresh={load} />
      {lead}
      <LoadError error={error} isRetrying={isFetching} onRetry={load} />
      {children}
      <Suspense>
        {target && <LimitDialog target={target} onClose={tab.closeLimit} />}
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
