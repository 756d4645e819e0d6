import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatShortDate, formatShortDay } from '#contract/calendar/formats.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import type { OwnLimit } from '#features/money/contract/limits/owner-limits.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { BudgetMeter } from '../usage/budget/budget-meter.tsx';
import { judgeBudget } from '../usage/budget/budget.ts';

const AskForMore = lazy(() => import('./ask-for-more.tsx').then((module) => ({ default: module.AskForMore })));

/** The own limit of the signed-in person and what was spent of it in the present month; nothing where there is none. */
export function OwnLimitPanel() {
  const { data, error, isFetching, refetch } = useQuery(queries.ownerLimits.getOwn.queryOptions());
  if (!error && (!data || data.limit === null)) return null;
  return (
    <Block above={12} below={10} measure={46} id="limit">
      <ChartPanel
        title="My limit"
        note={`What your requests to the assistant may cost in a calendar month, ${netWords}. It counts your own requests, so that it can differ from your cost by a few cents.`}
      >
        <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
        {data && data.limit !== null && <State {...data} limit={data.limit} />}
      </ChartPanel>
    </Block>
  );
}

function State({ limit, action, spent, denied, deniedSince, reachedOn, askedAt }: OwnLimit & { limit: number }) {
  const { timeZone } = useCurrentUser();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <BudgetMeter budget={judgeBudget(spent, limit)} total={spent} limit={limit} since={reachedOn} />
      <Text above={2} size="sm" tone="soft">
        {action === 'warn'
          ? 'This limit only warns: nothing is stopped when it is reached.'
          : reachedOn === undefined
            ? 'At the limit, assistants that check it before each run are stopped.'
            : `Stopped since ${formatShortDay(reachedOn)}: assistants that check it before each run. Others still run.`}
      </Text>
      {deniedSince !== null && (
        <Text above={2} size="sm" tone="soft">
          {`${formatCounted(denied, 'requests')} denied since ${formatShortDate(deniedSince, timeZone)}.`}
        </Text>
      )}
      <Block above={4}>
        {askedAt === null ? (
          <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
            Ask for more
          </Button>
        ) : (
          <Text size="sm" tone="soft" role="status">
            {`You asked for more on ${formatShortDate(askedAt, timeZone)}. You get an e-mail with the answer.`}
          </Text>
        )}
      </Block>
      <Suspense>{isAsking && <AskForMore onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}
