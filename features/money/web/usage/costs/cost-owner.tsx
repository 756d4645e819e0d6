import { Link } from '@tanstack/react-router';
import type { CostDimension } from '#features/money/contract/costs/cost-dimensions.ts';
import type { Cost } from '#features/money/contract/costs/costs.ts';
import { paths } from '#web/paths.ts';
import { toRequestsSearch } from '#web/records/requests-address.ts';
import { Text } from '#web/ui/layout/layout.tsx';
import { toMonthDays } from '../usage-address.ts';
import type { UsageScope } from '../use-usage-scope.ts';

export interface OwnerContext {
  readonly by: CostDimension;
  readonly scope: UsageScope;
}

/** The name of an owner; of a user and of a skill it leads to the requests of the month. */
export function Owner({
  cost: { id, name, isMapped },
  by,
  scope,
}: OwnerContext & { cost: Pick<Cost, 'id' | 'name' | 'isMapped'> }) {
  const isListed = id !== '' && isMapped !== false;
  if (!isListed || (by !== 'person' && by !== 'skill'))
    return <Text tone={id === '' ? 'faint' : undefined}>{name}</Text>;
  const shown = by === 'person' ? { user: id } : { skill: id };
  return (
    <Link
      to={paths.usage()}
      search={{ ...toRequestsSearch({ ...toMonthDays(scope), ...shown }), by }}
      state={{ staysOnPage: true }}
      resetScroll={false}
    >
      {name}
    </Link>
  );
}
