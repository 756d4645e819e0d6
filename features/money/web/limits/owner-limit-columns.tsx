import { Button } from '@mantine/core';
import { formatShortDate, formatShortDay } from '#contract/calendar/formats.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { limitOwnerNames, limitOwners, type LimitOwner } from '#features/money/contract/limits/limit-kinds.ts';
import type { OwnerLimit } from '#features/money/contract/limits/owner-limits.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { defineColumns, type Column } from '#web/ui/records/columns.ts';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { judgeBudget } from '../usage/budget/budget.ts';

interface Context {
  readonly zone: string;
  /** Undefined for users who may not set limits. */
  readonly onSet: ((owner: OwnerLimit) => void) | undefined;
}

const toColumns = (kind: LimitOwner): readonly Column<OwnerLimit, Context>[] =>
  defineColumns<OwnerLimit, Context>([
    {
      key: 'name',
      label: limitOwners[kind].heading,
      overflow: 'anywhere',
      cell: ({ name, email }) => (
        <>
          <Text>{name || email}</Text>
          {email !== undefined && name !== '' && (
            <Text size="sm" tone="faint">
              {email}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'spent',
      label: 'Spent this month',
      width: '36%',
      narrowWidth: '34%',
      cell: (owner, { zone }) => <Spent owner={owner} zone={zone} />,
    },
    {
      key: 'limit',
      label: 'Limit',
      width: '28%',
      narrowWidth: '32%',
      align: 'end',
      cell: (owner, { onSet }) => <LimitCell owner={owner} onSet={onSet && (() => onSet(owner))} />,
    },
  ]);

export const ownerLimitColumns = Object.fromEntries(limitOwnerNames.map((kind) => [kind, toColumns(kind)])) as Record<
  LimitOwner,
  readonly Column<OwnerLimit, Context>[]
>;

function Spent({ owner, zone }: { owner: OwnerLimit; zone: string }) {
  const { spent, applied, reachedOn } = owner;
  const since = reachedOn === undefined ? '' : ` since ${formatShortDay(reachedOn)}`;
  const amount = formatEuroAmount(spent);
  const { tone, words } = judgeBudget(spent, applied ?? 0);
  const effect = describeEffect(owner, zone);
  return (
    <Block>
      {applied === null || spent === 0 || tone === 'green' ? (
        amount
      ) : (
        <StatusBadge tone={tone} label={`${amount} · ${words}${since}`} />
      )}
      {effect && (
        <Text size="sm" tone="soft">
          {effect}
        </Text>
      )}
    </Block>
  );
}

/** Words for the effect of the limit, and for a key that still runs. */
function describeEffect({ spent, applied, action, denied, deniedSince, limits }: OwnerLimit, zone: string): string {
  const isReached = applied !== null && spent > 0 && spent >= applied;
  if (limits === 'reported' && applied !== null) return 'Not stopped: it only reports';
  if (deniedSince !== null)
    return `${formatCounted(denied, 'requests')} denied since ${formatShortDate(deniedSince, zone)}`;
  if (isReached) return action === 'warn' ? 'Only warns: nothing is stopped' : 'Requests that ask first are denied';
  return '';
}

function LimitCell({ owner, onSet }: { owner: OwnerLimit; onSet: (() => void) | undefined }) {
  const { limit, applied, action, name } = owner;
  return (
    <Row as="span" gap={4} rowGap={1} justify="end" wrap inline>
      <span>
        <Text as="span" tone={limit === null ? 'faint' : undefined}>
          {applied === null ? 'No limit' : formatEuroAmount(applied)}
        </Text>
        {limit === null && applied !== null && (
          <Text size="sm" tone="faint">
            of each person
          </Text>
        )}
        {limit !== null && action === 'warn' && (
          <Text size="sm" tone="faint">
            only warns
          </Text>
        )}
      </span>
      {onSet && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${limit === null ? 'Set' : 'Change'} limit of ${name}`}
          onClick={onSet}
        >
          {limit === null ? 'Set limit' : 'Change'}
        </Button>
      )}
    </Row>
  );
}
