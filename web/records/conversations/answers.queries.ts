import { keepPreviousData } from '@tanstack/react-query';
import type { ComparedQuery } from '#features/dashboard/contract/analytics.ts';
import { queries } from '../../api/queries.ts';

/** Time, tokens and failures of the answers of a range. */
export function getAnswersQuery(query: ComparedQuery) {
  return queries.analytics.getAnswerStats.queryOptions({ input: { query }, placeholderData: keepPreviousData });
}
