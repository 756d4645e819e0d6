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
  const { range, failed, failures, slowerThan, technicalUsers } = filter;
  const query = {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    ...(technicalUsers && { technicalUsers: 'true' as const }),
  };
  const { data, error } = useQuery({ ...getAnswersQuery(query), enabled: isWanted });
  const listed = data?.failures.map(({ failure }) => failure);
  const reasons = [...new Set([...(listed ?? []), ...failures])].map(toOption);
  const isKnown = listed !== undefined || failed || failures.length > 0;
  return (
    <>
      <MultiSelectFilter
        label="Failure"
        options={isKnown ? [anyFailure, ...reasons] : undefined}
        error={error ? toErrorWords(error) : undefined}
        chosen={failed ? [anyFailure.value] : failures}
        maxChosen={maxChosen}
        onApproach={() => setWanted(true)}
        onChange={(chosen) => change(toFailures(chosen, failed))}
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

/** No reason is only this sign, because it has a letter or digit. */
const anyFailure = { value: '*', label: 'Any failure' };

/** Any failure takes the place of reasons, and a reason that of any failure. */
function toFailures(chosen: readonly string[], wasAny: boolean): Pick<LogFilter, 'failed' | 'failures'> {
  const reasons = chosen.filter((value) => value !== anyFailure.value);
  const isAny = chosen.includes(anyFailure.value) && (!wasAny || reasons.length === 0);
  return isAny ? { failed: true, failures: [] } : { failed: false, failures: reasons };
}

const toOption = (failure: string) => ({ value: failure, label: failure });
