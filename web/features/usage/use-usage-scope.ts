import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../paths.ts';
import type { UsageColumn } from '../../paths.ts';
import { readPeriod, readSkillId, toMonth } from './usage-address.ts';
import { readSort, toggleSort } from './usage-sort.ts';

/** What the address asks for: the month, the order of the table and the open requests; and ways to change it. */
export function useUsageScope() {
  const navigate = useNavigate();
  const router = useRouter();
  const user = useCurrentUser();
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const params = useParams({ strict: false }) as { sortFilter?: string; sortOption?: string };
  const [now] = useState(() => Date.now());
  const isClosing = useRef(false);
  const presentMonth = toMonth(now, user.timeZone);
  const sort = readSort(params);
  return {
    user,
    canManageLimits: can(user, 'limits.manage'),
    presentMonth,
    period: readPeriod(address, presentMonth),
    sort,
    openSkillId: readSkillId(address),
    /** What the address of a skill's requests holds. */
    getSkillSearch: (skill: string) => ({ ...address, skill }),
    setPeriod: (month: string) => {
      const period = month === presentMonth ? undefined : month;
      void navigate({ to: '.', search: { ...address, period, skill: undefined }, replace: true, resetScroll: false });
    },
    sortBy: (column: UsageColumn) => {
      const { direction } = toggleSort(sort, column);
      const to = paths.usage(column, direction);
      void navigate({ to, search: address, state: { staysOnPage: true }, resetScroll: false });
    },
    /** A step back where they were opened from the table, and a bare table where a link led straight to them. */
    closeSkill: () => {
      // A step back takes a moment; a second call meanwhile would take another one.
      if (isClosing.current) return;
      if (router.state.location.state.openedHere) {
        isClosing.current = true;
        const unsubscribe = router.subscribe('onResolved', () => {
          isClosing.current = false;
          unsubscribe();
        });
        router.history.back();
      } else {
        void navigate({ to: '.', search: { ...address, skill: undefined }, replace: true, resetScroll: false });
      }
    },
  };
}

export type UsageScope = ReturnType<typeof useUsageScope>;
