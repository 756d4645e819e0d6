import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { RangeComparison, RangeQuery } from '#features/dashboard/contract/analytics.ts';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { parseDateRange, toDateRangeSearch, type DateRange } from './date-range.ts';

export type ShownComparison = Exclude<RangeComparison, 'days'>;

/**
 * Range of the figures and inclusion of technical users, kept in the address (`?from=&to=&technicalUsers=`).
 * `search` is for links to other pages, `query` for the API.
 */
export function useAnalyticsScope() {
  const navigate = useNavigate();
  const user = useCurrentUser();
  const { timeZone } = user;
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const [now] = useState(() => Date.now());
  const range = parseDateRange(address, timeZone, now);
  const canIncludeTechnicalUsers = can(user, 'analytics.include-technical-users');
  const technicalUsers = canIncludeTechnicalUsers && String(address.technicalUsers) === 'true';

  // By weeks without a choice, so that Mondays stand beside Mondays.
  const compare: ShownComparison = address.compare === 'months' ? 'months' : 'weeks';

  const toSearch = (chosen: DateRange, isTechnical: boolean) => ({
    ...toDateRangeSearch(chosen, timeZone, now),
    ...(isTechnical && { technicalUsers: true }),
  });
  const toOwnSearch = (search: object, comparison: ShownComparison) => ({
    ...search,
    ...(comparison === 'months' && { compare: comparison }),
  });
  const go = (search: object) => void navigate({ to: '.', search, resetScroll: false });
  const query: RangeQuery = {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    ...(technicalUsers && { technicalUsers: 'true' }),
  };
  return {
    user,
    range,
    query,
    compare,
    technicalUsers,
    canIncludeTechnicalUsers,
    search: toSearch(range, technicalUsers),
    setRange: (chosen: DateRange) => go(toOwnSearch(toSearch(chosen, technicalUsers), compare)),
    setTechnicalUsers: (isTechnical: boolean) => go(toOwnSearch(toSearch(range, isTechnical), compare)),
    setCompare: (comparison: ShownComparison) => go(toOwnSearch(toSearch(range, technicalUsers), comparison)),
  };
}
