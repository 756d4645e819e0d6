import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { supportTypes } from '#features/company/contract/support-types.ts';
import { paths, type UsageColumn } from '#web/paths.ts';
import { parsePeriod, toMonth } from './usage-address.ts';
import { parseSort, toggleSort } from './skills/usage-sort.ts';

/** Month and order of the table in the address, and their setters. */
export function useUsageScope() {
  const navigate = useNavigate();
  const user = useCurrentUser();
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const params = useParams({ strict: false }) as { sortFilter?: string; sortOption?: string };
  const [now] = useState(() => Date.now());
  const presentMonth = toMonth(now, user.timeZone);
  const sort = parseSort(params);
  return {
    user,
    canManageLimits: can(user, 'limits.manage'),
    presentMonth,
    period: parsePeriod(address, presentMonth),
    sort,
    /** The type that the support requests are limited to. */
    supportType: supportTypes.find((type) => type === address.type),
    setPeriod: (month: string) => {
      const period = month === presentMonth ? undefined : month;
      void navigate({ to: '.', search: { ...address, period, skill: undefined }, replace: true, resetScroll: false });
    },
    sortBy: (column: UsageColumn) => {
      const { direction } = toggleSort(sort, column);
      const to = paths.usage(column, direction);
      void navigate({ to, search: address, state: { staysOnPage: true }, resetScroll: false });
    },
  };
}

export type UsageScope = ReturnType<typeof useUsageScope>;
