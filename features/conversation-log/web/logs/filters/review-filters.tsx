import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReviewState } from '#features/conversation-log/contract/review-states.ts';
import { logFilters } from '#features/conversation-log/contract/log-filters.ts';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { queries } from '#web/api/queries.ts';
import { maxChosen } from '#web/lib/filter-address.ts';
import { MultiSelectFilter } from '#web/ui/filters/multi-select-filter.tsx';
import type { LogFilter } from '../log-search.ts';

const states = Object.entries(logFilters.reviews.values ?? {}).map(([value, label]) => ({ value, label }));

interface ReviewFiltersProps {
  filter: LogFilter;
  change: (changed: Partial<LogFilter>) => void;
}

/** By what people noted about conversations. Nothing for readers who may not review. */
export function ReviewFilters({ filter: { reviews, tags }, change }: ReviewFiltersProps) {
  const [isWanted, setWanted] = useState(false);
  const mayReview = can(useCurrentUser(), 'transcripts.read-all');
  const { data, error } = useQuery({
    ...queries.analytics.listReviewTags.queryOptions(),
    enabled: mayReview && isWanted,
  });
  if (!mayReview) return null;
  const known = data?.map(({ tag }) => tag);
  const options = known || tags.length > 0 ? [...new Set([...(known ?? []), ...tags])] : undefined;
  return (
    <>
      <MultiSelectFilter
        label="Review"
        options={states}
        chosen={reviews}
        maxChosen={maxChosen}
        onChange={(chosen) => change({ reviews: chosen as ReviewState[] })}
      />
      <MultiSelectFilter
        label="Tag"
        options={options?.map((tag) => ({ value: tag, label: tag }))}
        chosen={tags}
        maxChosen={maxChosen}
        error={error ? toErrorWords(error) : undefined}
        onApproach={() => setWanted(true)}
        onChange={(chosen) => change({ tags: chosen })}
      />
    </>
  );
}
