import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toErrorWords } from '../../../api/error-words.ts';
import { formatDuration } from '../../../lib/numbers.ts';
import { CloseIcon } from '../../../ui/drawings/icons.tsx';
import { MultiSelectFilter } from '../../../ui/filters/multi-select-filter.tsx';
import { getAnswersQuery } from '../analytics.queries.ts';
import { maxChosen } from './log-search.ts';
import type { LogFilter } from './log-search.ts';

interface AnswerFiltersProps {
  filter: LogFilter;
  change: (changed: Partial<LogFilter>) => void;
}

/** By what the assistants report of their answers: why they failed, and how long they took. */
export function AnswerFilters({ filter, change }: AnswerFiltersProps) {
  const [isWanted, setWanted] = useState(false);
  const { range, failures, slowerThan, technicalUsers } = filter;
  const query = {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    ...(technicalUsers && { technicalUsers: 'true' as const }),
  };
  const { data, error } = useQuery({ ...getAnswersQuery(query), enabled: isWanted });
  const listed = data?.failures.map(({ failure }) => failure);
  const options = (listed || failures.length > 0) && [...new Set([...(listed ?? []), ...failures])].map(toOption);
  return (
    <>
      <MultiSelectFilter
        label="Failure"
        options={options || undefined}
        error={error ? toErrorWords(error) : undefined}
        chosen={failures}
        maxChosen={maxChosen}
        onApproach={() => setWanted(true)}
        onChange={(chosen) => change({ failures: chosen })}
      />
      {slowerThan !== undefined && (
        <Button
          variant="default"
          rightSection={<CloseIcon size={14} />}
          onClick={() => change({ slowerThan: undefined })}
        >
          <span className="visually-hidden">Clear </span>
          Answer above {formatDuration(slowerThan)}
        </Button>
      )}
    </>
  );
}

const toOption = (failure: string) => ({ value: failure, label: failure });
