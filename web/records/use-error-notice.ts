import { useEffect } from 'react';
import { ApiProblem } from '#web/api/api-problem.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { isGone } from '#web/records/load-error.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';

interface FailingQuery {
  error: unknown;
  /** Changes with every failure, also where the words stay the same. */
  errorUpdatedAt: number;
}

/** A search of common words alone has not failed: the list says what to do. */
export const isTooCommon = (error: unknown) => error instanceof ApiProblem && error.is('search.too-common');

/** Section 8: shows the reason of a failed load in the toast. What is not there has not failed: its place says so alone. */
export function useErrorNotice({ error, errorUpdatedAt }: FailingQuery): void {
  useEffect(() => {
    if (error && !isTooCommon(error) && !isGone(error)) showToast(toErrorWords(error), 'error');
  }, [error, errorUpdatedAt]);
}
