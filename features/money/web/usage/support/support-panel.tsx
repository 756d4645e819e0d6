import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { Support } from '#features/money/contract/limit-forms.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { Row, Text, look } from '#web/ui/layout/layout.tsx';
import styles from '../usage.module.css';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { judgeBudget } from '../budget/budget.ts';
import { scrollToSupportRequests } from './scroll-to-requests.ts';
import { useSupportMonth } from './support.queries.ts';
import { pickNewer, type LiveUsage } from '#web/records/month/live-usage.ts';
import { useSupport } from '../usage.queries.ts';

const title = 'Support limits';

interface SupportPanelProps {
  live: LiveUsage | undefined;
  onSetLimit: ((support: Support) => void) | undefined;
  onSetItemLimit: (support: Support, id: string) => void;
}

interface SupportContext {
  /** Undefined for users who may not set limits. */
  onSetLimit: ((id: string) => void) | undefined;
  /** Cost of a type in the month; undefined while it is loading. */
  getSpent: (type: string) => number | undefined;
}

const columns = defineColumns<Support['data'][number], SupportContext>([
  { key: 'type', label: 'Type', text: ({ type }) => type },
  {
    key: 'spent',
    label: 'Spent this month',
    width: '26%',
    align: 'end',
    cell: ({ type, limit }, { getSpent }) => <SpentLink type={type} spent={getSpent(type)} limit={limit} />,
  },
  {
    key: 'limit',
    label: 'Limit',
    width: '42%',
    align: 'end',
    cell: ({ _id, type, limit }, { onSetLimit }) => (
      <LimitCell name={`${type} support`} limit={limit} onSet={onSetLimit && (() => onSetLimit(_id))} />
    ),
  },
]);

const hasLimit = ({ limit, data }: Support) => limit !== null || data.some((item) => item.limit !== null);

/** Monthly limits of support: by type, and of all support. One line until there is one. */
export function SupportPanel({ live, onSetLimit, onSetItemLimit }: SupportPanelProps) {
  const answer = useSupport();
  const { error, refetch, isFetching } = answer;
  const support = pickNewer(answer, live, (value) => value.support);
  const [isOpen, setOpen] = useState(false);
  const { data: month } = useSupportMonth(undefined, live);
  const getSpent = (type: string) => month?.spent.find((each) => each.type === type)?.total;
  if (support && !isOpen && !hasLimit(support)) return <NoLimits onOpen={onSetLimit && (() => setOpen(true))} />;
  return (
    <ChartPanel
      title={title}
      note="Monthly spending limits for support. You are warned at the limit; support continues."
    >
      <LoadError error={support ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(support || !error) && (
        <RecordTable
          caption="Support limits by type"
          columns={columns}
          rows={support?.data}
          context={{ onSetLimit: onSetLimit && support && ((id) => onSetItemLimit(support, id)), getSpent }}
          getKey={({ _id }) => _id}
          loadingLabel="Loading the support limits"
          skeletonRowCount={4}
          empty={null}
          foot={support && <SupportFoot support={support} spent={month?.total} onSetLimit={onSetLimit} />}
        />
      )}
    </ChartPanel>
  );
}

/** @param onOpen undefined for users who may not set limits */
function NoLimits({ onOpen }: { onOpen: (() => void) | undefined }) {
  return (
    <Row as="section" gap={4} rowGap={2} align="center" wrap aria-label={title}>
      <Text tone="soft">Support has no limits.</Text>
      {onOpen && (
        <Button variant="default" size="compact-sm" onClick={onOpen}>
          Set support limits
        </Button>
      )}
    </Row>
  );
}

interface SupportFootProps {
  support: Support;
  /** On all support in the month. */
  spent: number | undefined;
  onSetLimit: ((support: Support) => void) | undefined;
}

function SupportFoot({ support, spent, onSetLimit }: SupportFootProps) {
  const isLimited = support.data.some(({ limit }) => limit !== null);
  return (
    <>
      {isLimited && (
        <tr className={styles.sum}>
          <td>Sum of the limits above</td>
          <td />
          <td data-align="end">{formatEuroAmount(support.total)}</td>
        </tr>
      )}
      <tr>
        <td>Overall support limit</td>
        <td data-align="end">
          <SpentLink type={undefined} spent={spent} limit={support.limit} />
        </td>
        <td data-align="end">
          <LimitCell name="overall support" limit={support.limit} onSet={onSetLimit && (() => onSetLimit(support))} />
        </td>
      </tr>
    </>
  );
}

interface SpentLinkProps extends SpentProps {
  /** Undefined for all support. */
  type: string | undefined;
}

/** An amount that leads to its support requests below. */
function SpentLink({ type, spent, limit }: SpentLinkProps) {
  if (!spent) return <Spent spent={spent} limit={limit} />;
  return (
    <Link
      to="."
      search={(address: object) => ({ ...address, type })}
      resetScroll={false}
      replace
      {...look({ tone: 'quiet' })}
      title={`See the ${type ?? 'support'} requests`}
      onClick={scrollToSupportRequests}
    >
      <Spent spent={spent} limit={limit} />
    </Link>
  );
}

interface SpentProps {
  spent: number | undefined;
  limit: number | null;
}

/** An amount, in the colour of its share of the limit and with that share. */
function Spent({ spent, limit }: SpentProps) {
  if (spent === undefined) return '–';
  const amount = formatEuroAmount(spent);
  if (limit === null || spent === 0) return amount;
  const { tone, words } = judgeBudget(spent, limit);
  return tone === 'green' ? amount : <StatusBadge tone={tone} label={`${amount} · ${words}`} />;
}

interface LimitCellProps {
  name: string;
  limit: number | null;
  onSet: (() => void) | undefined;
}

function LimitCell({ name, limit, onSet }: LimitCellProps) {
  const words = limit === null ? 'No limit' : formatEuroAmount(limit);
  return (
    <Row as="span" gap={4} justify="end" inline>
      <Text as="span" tone={limit === null ? 'faint' : undefined}>
        {words}
      </Text>
      {onSet && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${limit === null ? 'Set' : 'Change'} ${name} limit`}
          onClick={onSet}
        >
          {limit === null ? 'Set limit' : 'Change'}
        </Button>
      )}
    </Row>
  );
}
