import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
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

  return { filter, change, canSeeTechnicalUsers, timeZone: user.timeZone };
}
