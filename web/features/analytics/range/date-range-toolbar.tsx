import { Button, Checkbox } from '@mantine/core';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { Moment } from '#contract/calendar/formats.ts';
import { RefreshIcon } from '../../../ui/drawings/icons.tsx';
import { DateRangePicker } from './date-range-picker.tsx';
import styles from './date-range-toolbar.module.css';
import type { useAnalyticsScope } from './use-analytics-scope.ts';

interface DateRangeToolbarProps {
  scope: ReturnType<typeof useAnalyticsScope>;
  /** When the figures were read; undefined before the first. */
  updatedAt: Moment | undefined;
  isFetching: boolean;
  onRefresh: () => void;
  /** The figures come anew by themselves all the time, which nobody wants read aloud. */
  isPolling?: boolean;
}

/** Which days the figures are of, whose they are, and how fresh. */
export function DateRangeToolbar({ scope, updatedAt, isFetching, onRefresh, isPolling }: DateRangeToolbarProps) {
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
      <div className={styles.refresh}>
        <p className={styles.updated} role="status" aria-live={isPolling ? 'off' : 'polite'}>
          {updatedAt !== undefined && (
            <>
              Last updated <time>{formatDateTime(updatedAt, timeZone)}</time>
            </>
          )}
        </p>
        <Button
          variant="default"
          leftSection={<RefreshIcon size={18} />}
          className={styles.button}
          data-turning={isFetching || undefined}
          onClick={onRefresh}
        >
          Refresh data
        </Button>
      </div>
    </section>
  );
}
