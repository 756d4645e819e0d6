import { Button, Checkbox } from '@mantine/core';
import { conversationStatuses } from '#contract/analytics/conversations.ts';
import type { ConversationStatus } from '#contract/analytics/conversations.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { RefreshIcon } from '../../../ui/drawings/icons.tsx';
import { MultiSelectFilter } from '../../../ui/filters/multi-select-filter.tsx';
import { DateRangePicker } from '../range/date-range-picker.tsx';
import styles from './log-filters.module.css';
import { maxChosen } from './log-search.ts';
import { useLogOptions } from './use-log-options.ts';
import type { useLogFilter } from './use-log-filter.ts';

const statusOptions = conversationStatuses.map((status) => ({ value: status, label: status }));

interface LogFiltersProps {
  state: ReturnType<typeof useLogFilter>;
  isLoading: boolean;
  /** When the rows were loaded, in milliseconds since 1970; 0 before the first. */
  updatedAt: number;
  onRefresh: () => void;
}

/** Filters of the list, and when it was loaded. */
export function LogFilters({ state, isLoading, updatedAt, onRefresh }: LogFiltersProps) {
  const { filter, change, canSeeTechnicalUsers, timeZone } = state;
  const { skills, users } = useLogOptions(filter);
  return (
    <section className={styles.filters} aria-label="Filters">
      <div className={styles.row}>
        <DateRangePicker
          range={filter.range}
          timeZone={timeZone}
          onChange={(range) => {
            // Section 4: date changes are ignored while the logs load.
            if (!isLoading) change({ range });
          }}
        />
        <div className={styles.refresh}>
          <p className={styles.updated}>
            Last updated {updatedAt > 0 && <time>{formatDateTime(updatedAt, timeZone)}</time>}
          </p>
          <Button variant="default" leftSection={<RefreshIcon size={18} />} onClick={onRefresh}>
            Refresh data
          </Button>
        </div>
      </div>
      <div className={styles.row}>
        <MultiSelectFilter
          label="Skill"
          {...skills}
          chosen={filter.skills}
          maxChosen={maxChosen}
          onChange={(chosen) => change({ skills: chosen })}
        />
        <MultiSelectFilter
          label="User"
          {...users}
          maxChosen={maxChosen}
          onChange={(chosen) => change({ users: chosen })}
        />
        <MultiSelectFilter
          label="Status"
          options={statusOptions}
          chosen={filter.status}
          maxChosen={maxChosen}
          onChange={(chosen) => change({ status: chosen as ConversationStatus[] })}
        />
        {canSeeTechnicalUsers && (
          <Checkbox
            label="Show Technical Users"
            checked={filter.technicalUsers}
            onChange={(event) => change({ technicalUsers: event.currentTarget.checked })}
          />
        )}
      </div>
    </section>
  );
}
