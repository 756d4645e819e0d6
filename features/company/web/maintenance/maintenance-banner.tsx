import { useQuery } from '@tanstack/react-query';
import { formatShortDay, formatTime } from '#contract/calendar/formats.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { Maintenance } from '#features/company/contract/maintenance.ts';
import { queries } from '#web/api/queries.ts';
import { NoticeBar } from '#web/ui/feedback/notice-bar.tsx';

/** The answer has the header by which the line is there, so that it goes by itself at the end. */
const refreshMs = 10_000;

/** The line above every page during a maintenance, also without a sign-in. Times are those of the browser. */
export function MaintenanceBanner({ announced }: { announced: string }) {
  const { data } = useQuery(
    queries.maintenance.get.queryOptions({ refetchInterval: refreshMs, staleTime: 0, meta: { announced } }),
  );
  if (!data?.maintenance) return null;
  const { message } = data.maintenance;
  return (
    <NoticeBar tone="amber">
      <strong>{describeMaintenance(data.maintenance)}</strong>
      {message !== null && <span>{` ${message}`}</span>}
    </NoticeBar>
  );
}

function describeMaintenance({ until }: Maintenance): string {
  const state = 'Maintenance: you can read everything, but changes can’t be saved';
  if (until === null) return `${state} for now.`;
  const [now, end] = [Date.now(), Date.parse(until)];
  if (end <= now) return `${state} yet. It takes longer than announced.`;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const day = getDay(end, timeZone);
  const isToday = day === getDay(now, timeZone);
  return `${state} until ${isToday ? '' : `${formatShortDay(day)}, `}${formatTime(end, timeZone)} (your time).`;
}
