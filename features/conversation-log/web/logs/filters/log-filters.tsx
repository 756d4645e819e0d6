import { Button, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { logFilters } from '#features/conversation-log/contract/log-filters.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { SkillOption } from '#features/skills/contract/skills.ts';
import { RefreshBar } from '#web/ui/figures/refresh-bar.tsx';
import { isChosen, maxChosen } from '#web/lib/filter-address.ts';
import { FilterControls } from '#web/records/filter-controls.tsx';
import { MultiSelectFilter } from '#web/ui/filters/multi-select-filter.tsx';
import { ChevronDownIcon } from '#web/ui/drawings/icons.tsx';
import { CloseIcon } from '#web/ui/drawings/first-icons.tsx';
import { AnswerFilters } from './answer-filters.tsx';
import { describeHour } from '#web/records/conversations/hours-of-week.ts';
import { DateRangePicker } from '#web/records/range/date-range-picker.tsx';
import { Row, Stack } from '#web/ui/layout/layout.tsx';
import { LogWords } from '../log-words.tsx';
import { LogViews } from '../views/log-views.tsx';
import styles from '../logs.module.css';
import { ReviewFilters } from './review-filters.tsx';
import type { LogFilter } from '../log-search.ts';
import type { useLogFilter } from './use-log-filter.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { alignChosenUsers, mergeUsers } from './log-users.ts';
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

const { status, ...furtherFilters } = logFilters;

/** Views and filters of the list, and when it was loaded. Filters beyond the five are folded, and counted where they are set. */
export function LogFilters({ state, isLoading, updatedAt, isLive, onRefresh }: LogFiltersProps) {
  const { filter, change, timeZone } = state;
  const { skills, users } = useLogOptions(filter);
  const further = countFurther(filter);
  const [isOpen, setOpen] = useState(further > 0);
  // A narrow window folds those of skill, user and status too, but for what is set.
  return (
    <Stack as="section" gap={2} aria-label="Filters" className={styles.filters} data-open={isOpen || undefined}>
      <Row gap={3} rowGap={1} justify="between" className={styles.views}>
        <LogViews filter={filter} toAddress={state.toAddress} isLoaded={updatedAt > 0} />
        <div className={styles.fresh}>
          <RefreshBar
            updatedAt={updatedAt > 0 ? formatDateTime(updatedAt, timeZone) : undefined}
            isFetching={isLoading}
            isLive={isLive}
            onRefresh={onRefresh}
          />
        </div>
      </Row>
      <Row gap={2} wrap align="start">
        <div className={styles.range}>
          <DateRangePicker
            range={filter.range}
            timeZone={timeZone}
            onChange={(range) => {
              // Section 4: date changes are ignored while the logs load.
              if (!isLoading) change({ range });
            }}
          />
        </div>
        <LogWords
          search={filter.search}
          skills={skills.options}
          users={users.options}
          onApproach={() => {
            skills.onApproach();
            users.onApproach();
          }}
          onSearch={(search) => change({ search })}
          onSkill={(value) => change({ skills: [value], search: '' })}
          onUser={(value) => change({ users: [value], search: '' })}
        />
        <Row gap={2} wrap className={styles.main}>
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
          <FilterControls filters={{ status }} state={filter} change={change} />
        </Row>
        <Button
          variant="default"
          aria-expanded={isOpen}
          rightSection={<ChevronDownIcon size={16} />}
          onClick={() => setOpen(!isOpen)}
        >
          {further === 0 ? 'More filters' : `More filters (${further})`}
        </Button>
      </Row>
      {isOpen && <FurtherFilters state={state} />}
    </Stack>
  );
}

/** Filters that share a control with another one. */
const shared = new Set<keyof LogFilter>(['users', 'skills', 'weekday', 'failures', 'failedTools']);

/** The number of folded filters that are set. */
function countFurther(filter: LogFilter): number {
  const { failures, tools, failedTools, technicalUsers } = filter;
  const names = (Object.keys(furtherFilters) as (keyof typeof furtherFilters)[]).filter((name) => !shared.has(name));
  const alone = names.filter((name) => isChosen(filter[name])).length;
  const byOthers = [failures.length > 0, tools.length === 0 && failedTools.length > 0, technicalUsers];
  return alone + byOthers.filter(Boolean).length;
}

function FurtherFilters({ state }: Pick<LogFiltersProps, 'state'>) {
  const { filter, change, canSeeTechnicalUsers } = state;
  return (
    <Row gap={2} wrap role="group" aria-label="More filters">
      <FilterControls filters={furtherFilters} state={filter} change={change} />
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
    </Row>
  );
}
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
