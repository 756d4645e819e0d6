import { formatDuration } from '#contract/calendar/durations.ts';
import { Button } from '@mantine/core';
import type { AnswerStats } from '#features/dashboard/contract/answers.ts';
import { unnamedModel } from '#contract/conversations/conversations.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toErrorWords } from '#web/api/error-words.ts';
import { CloseIcon } from '#web/ui/drawings/first-icons.tsx';
import type { FilterOption } from '#web/ui/filters/filter-options.ts';
import { maxChosen } from '#web/lib/filter-address.ts';
import { MultiSelectFilter } from '#web/ui/filters/multi-select-filter.tsx';
import { getAnswersQuery } from '#web/records/conversations/answers.queries.ts';
import type { LogFilter } from '../log-search.ts';

interface AnswerFiltersProps {
  filter: LogFilter;
  change: (changed: Partial<LogFilter>) => void;
}

/** By what the assistants report of their answers: why they failed, their tools and models, and how long they took. */
export function AnswerFilters({ filter, change }: AnswerFiltersProps) {
  const [isWanted, setWanted] = useState(false);
  const { range, failed, failures, models, tools, failedTools, slowerThanMs, technicalUsers } = filter;
  const query = {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    ...(technicalUsers && { technicalUsers: 'true' as const }),
  };
  const { data, error } = useQuery({ ...getAnswersQuery(query), enabled: isWanted });
  const common = {
    error: error ? toErrorWords(error) : undefined,
    maxChosen,
    onApproach: () => setWanted(true),
  };
  const reasons = toOptions(
    data?.failures.map(({ failure }) => failure),
    failures,
  );
  const isReasonKnown = reasons !== undefined || failed;
  return (
    <>
      <MultiSelectFilter
        {...common}
        label="Failure"
        options={isReasonKnown ? [anyFailure, ...(reasons ?? [])] : undefined}
        chosen={failed ? [anyFailure.value] : failures}
        onChange={(chosen) => change(toFailures(chosen, failed))}
      />
      <MultiSelectFilter
        {...common}
        label="Tool"
        options={toToolOptions(data?.tools, { tools, failedTools })}
        chosen={[...tools, ...failedTools.map(toFailedValue)]}
        onChange={(chosen) => change(toTools(chosen))}
      />
      <MultiSelectFilter
        {...common}
        label="Model"
        options={toOptions(
          data?.models.map(({ model }) => model),
          models,
        )}
        chosen={models}
        onChange={(chosen) => change({ models: chosen })}
      />
      {slowerThanMs !== undefined && (
        <Button
          variant="default"
          rightSection={<CloseIcon size={14} />}
          onClick={() => change({ slowerThanMs: undefined })}
        >
          <span className="visually-hidden">Clear </span>
          <span>{`Answer above ${formatDuration(slowerThanMs)}`}</span>
        </Button>
      )}
    </>
  );
}

/** No reason is only this sign, because it has a letter or digit. */
const anyFailure = { value: '*', label: 'Any failure' };

/** Any failure takes the place of reasons, and a reason that of any failure. */
function toFailures(chosen: readonly string[], wasAny: boolean): Pick<LogFilter, 'failed' | 'failures'> {
  const reasons = chosen.filter((value) => value !== anyFailure.value);
  const isAny = chosen.includes(anyFailure.value) && (!wasAny || reasons.length === 0);
  return isAny ? { failed: true, failures: [] } : { failed: false, failures: reasons };
}

/** The listed names, and those chosen by an address; undefined while neither is known. */
function toOptions(listed: readonly string[] | undefined, chosen: readonly string[]): FilterOption[] | undefined {
  if (listed === undefined && chosen.length === 0) return undefined;
  return [...new Set([...(listed ?? []), ...chosen])].map((name) => ({
    value: name,
    label: name === '' ? unnamedModel : name,
  }));
}

/** Names of tools hold no control characters. */
const failedMark = '\n';
const toFailedValue = (tool: string) => `${failedMark}${tool}`;

type ChosenTools = Pick<LogFilter, 'tools' | 'failedTools'>;

function toToolOptions(listed: AnswerStats['tools'] | undefined, chosen: ChosenTools): FilterOption[] | undefined {
  const called = toOptions(
    listed?.map(({ tool }) => tool),
    chosen.tools,
  );
  const failed = toOptions(
    listed?.flatMap(({ tool, failed: count }) => (count > 0 ? tool : [])),
    chosen.failedTools,
  );
  if (!called && !failed) return undefined;
  return [
    ...(failed ?? []).map(({ label }) => ({ value: toFailedValue(label), label: `${label} failed` })),
    ...(called ?? []),
  ];
}

const toTools = (chosen: readonly string[]): ChosenTools => ({
  tools: chosen.filter((value) => !value.startsWith(failedMark)),
  failedTools: chosen.flatMap((value) => (value.startsWith(failedMark) ? value.slice(failedMark.length) : [])),
});
