import { Button } from '@mantine/core';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { AccountLimit } from '#features/money/contract/limit-forms.ts';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { Row, Text } from '#web/ui/layout/layout.tsx';

interface EachPersonLimitProps {
  /** Undefined while it is loading. */
  limit: AccountLimit | undefined;
  /** Undefined for users who may not set limits. */
  onSet: ((limit: AccountLimit) => void) | undefined;
}

/** The limit of each person without an own one. */
export function EachPersonLimit({ limit, onSet }: EachPersonLimitProps) {
  return (
    <Row as="section" gap={4} rowGap={2} align="center" wrap below={6} aria-label="Limit of each person">
      <Text>{limit ? describe(limit) : <SkeletonLine width="12rem" />}</Text>
      {limit && onSet && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${limit.limit === null ? 'Set' : 'Change'} limit of each person`}
          onClick={() => onSet(limit)}
        >
          {limit.limit === null ? 'Set limit' : 'Change'}
        </Button>
      )}
    </Row>
  );
}

function describe({ limit, action }: AccountLimit): string {
  if (limit === null) return 'No limit for each person.';
  const effect = action === 'warn' ? ', which only warns' : '';
  return `Each person without an own limit may spend ${formatEuroAmount(limit)}${effect}.`;
}
