import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { logFilters } from '#features/conversation-log/contract/log-filters.ts';
import { parseFilters } from '#web/lib/filter-address.ts';
import { changeLogFilter, parseLogFilter, parseRecordId, toLogSearch, type LogFilter } from '../log-search.ts';

/** Filter and page in the address. Each change is a step that the back button reverts. */
export function useLogFilter() {
  const navigate = useNavigate();
  const user = useCurrentUser();
  const address = useSearch({ strict: false });
  const canSeeTechnicalUsers = can(user, 'analytics.include-technical-users');
  const [now] = useState(() => Date.now());
  const scope = { timeZone: user.timeZone, now, canSeeTechnicalUsers };
  const filter = parseLogFilter(address, scope);

  /** `replace` corrects an invalid address without adding a step. */
  function change(changed: Partial<LogFilter>, { replace = false } = {}) {
    const search = toLogSearch(changeLogFilter(filter, changed), scope);
    const record = parseRecordId(address);
    void navigate({ to: '.', search: { ...search, ...(record && { record }) }, replace, resetScroll: false });
  }

  /** The address of the same period and search with other filters. */
  const toAddress = (filters: object) => toLogSearch(changeLogFilter(filter, parseFilters(logFilters, filters)), scope);

  return { filter, change, toAddress, canSeeTechnicalUsers, timeZone: user.timeZone };
}
