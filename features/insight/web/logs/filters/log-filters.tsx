import { Button, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { logFilters } from '#features/insight/contract/log-filters.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { SkillOption } from '#features/skills/contract/skills.ts';
import { useStore } from '#web/lib/create-store.ts';
import { RefreshBar } from '#web/ui/figures/refresh-bar.tsx';
import { maxChosen } from '#web/lib/filter-address.ts';
import { FilterControls } from '#web/records/filter-controls.tsx';
import { MultiSelectFilter } from '#web/ui/filters/multi-select-filter.tsx';
import { CloseIcon } from '#web/ui/drawings/first-icons.tsx';
import { AnswerFilters } from './answer-filters.tsx';
import { describeHour } from '../../dashboard/hours-of-week.ts';
import { DateRangePicker } from '#web/records/range/date-range-picker.tsx';
import { Row, Stack } from '#web/ui/layout/layout.tsx';
import { FindById } from '../find-by-id.tsx';
import { LogWords } from '../log-words.tsx';
import { ReviewFilters } from './review-filters.tsx';
import type { LogFilter } from '../log-search.ts';
import type { useLogFilter } from './use-log-filter.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { alignChosenUsers, mergeUsers } from './log-users.ts';
import { optionalColumns, showColumns, shownColumnsStore } from '../shown-columns.ts';
import { useLogSkills, useLogUsers } from '../log.queries.ts';

interface LogFiltersProps {
  state: ReturnType<typeof useLogFilter>;
  isLoading: boolean;
  /** When the rows were loaded, in milliseconds since 1970; 0 before the first. */
  updatedAt: number;
  /** New conversations are announced as they come in. */
  isLive: boolean;
  onRefresh: () => void;
}

/** Filters of the list, and when it was loaded. */
export function LogFilters({ state, isLoading, updatedAt, isLive, onRefresh }: LogFiltersProps) {
  const { filter, change, canSeeTechnicalUsers, timeZone } = state;
  const { skills, users } = useLogOptions(filter);
  const shownColumns = useStore(shownColumnsStore);
  return (
    <Stack as="section" gap={3} below={5} aria-label="Filters">
      <Row gap={3} rowGap={2} wrap>
        <DateRangePicker
          range={filter.range}
          timeZone={timeZone}
          onChange={(range) => {
            // Section 4: date changes are ignored while the logs load.
            if (!isLoading) change({ range });
          }}
        />
        <RefreshBar
          updatedAt={updatedAt > 0 ? formatDateTime(updatedAt, timeZone) : undefined}
          isFetching={isLoading}
          isLive={isLive}
          onRefresh={onRefresh}
        />
      </Row>
      <LogWords search={filter.search} onSearch={(search) => change({ search })} />
      <Row gap={3} rowGap={2} wrap>
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
        <FilterControls filters={logFilters} state={filter} change={change} />
        <AnswerFilters filter={filter} change={change} />
        <ReviewFilters filter={filter} change={change} />
        {filter.weekday !== undefined && filter.hour !== undefined && (
          <Button
            variant="default"
            rightSection={<CloseIcon size={14} />}
            onClick={() => change({ weekday: undefined, hour: undefined })}
          >
            <span className="visually-hidden">Clear </span>
            <span>{describeHour(filter.weekday - 1, filter.hour)}</span>
          </Button>
        )}
        {canSeeTechnicalUsers && (
          <Checkbox
            label="Show Technical Users"
            checked={filter.technicalUsers}
            onChange={(event) => change({ technicalUsers: event.currentTarget.checked })}
          />
        )}
        <MultiSelectFilter
          label="Columns"
          options={columnOptions}
          chosen={shownColumns}
          noneLabel="Usual"
          maxChosen={maxChosen}
          onChange={showColumns}
        />
        <FindById />
      </Row>
    </Stack>
  );
}

const columnOptions = optionalColumns.map(({ key, label }) => ({ value: key, label }));

const toSkillOption = ({ id, name, isMapped }: SkillOption) => ({
  value: id,
  label: name,
  ...(!isMapped && { detail: 'Not in the skill store' }),
});

/** Options of the skill and the user filter, loaded when the filter has a value or is about to open. */
function useLogOptions({ skills: chosenSkills, users: chosenUsers }: LogFilter) {
  const [wanted, setWanted] = useState({ skills: false, users: false });
  const skills = useLogSkills(wanted.skills || chosenSkills.length > 0);
  const users = useLogUsers(wanted.users || chosenUsers.length > 0);
  const skillOptions = useMemo(() => skills.data?.map(toSkillOption), [skills.data]);
  const userOptions = useMemo(() => users.data && mergeUsers(users.data), [users.data]);
  return {
    skills: {
      options: skillOptions,
      error: skills.error ? toErrorWords(skills.error) : undefined,
      onApproach: () => setWanted((before) => ({ ...before, skills: true })),
    },
    users: {
      options: userOptions,
      chosen: userOptions ? alignChosenUsers(chosenUsers, userOptions) : chosenUsers,
      error: users.error ? toErrorWords(users.error) : undefined,
      onApproach: () => setWanted((before) => ({ ...before, users: true })),
    },
  };
}
