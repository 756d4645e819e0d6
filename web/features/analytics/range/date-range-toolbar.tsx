import { Checkbox } from '@mantine/core';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { Moment } from '#contract/calendar/formats.ts';
import { RefreshBar } from '../../../ui/figures/refresh-bar.tsx';
import { DateRangePicker } from './date-range-picker.tsx';
import styles from './date-range-toolbar.module.css';
import type { useAnalyticsScope } from './use-analytics-scope.ts';

interface DateRangeToolbarProps {
  scope: ReturnType<typeof useAnalyticsScope>;
  /** When the figures were made; undefined before the first. */
  updatedAt: Moment | undefined;
  isFetching: boolean;
  onRefresh: () => void;
  isLive?: boolean;
  isPolling?: boolean;
}

/** Range and technical users of the figures, and how fresh they are. */
export function DateRangeToolbar({ scope, updatedAt, ...refresh }: DateRangeToolbarProps) {
  const { timeZone } = scope.user;
  return (
    <section className={styles.toolbar} aria-label="Range of the figures">
      <DateRangePicker range={scope.range} timeZone={timeZone} onChange={scope.setRange} />
      {scope.canIncludeTechnicalUsers && (
        <Checkbox
          label="Show Technical Users"
          checked={scope.technicalUsers}
          onChange={(event) => scope.setTechnicalUsers(event.currentTarget.checked)}
        />
      )}
      <RefreshBar updatedAt={updatedAt === undefined ? undefined : formatDateTime(updatedAt, timeZone)} {...refresh} />
    </section>
  );
}
