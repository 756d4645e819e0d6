import { useEffect } from 'react';
import { toErrorWords } from '../../../api/error-words.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';

interface FailingQuery {
  error: unknown;
  /** Changes with every failure, also where the words stay the same. */
  errorUpdatedAt: number;
}

/** Section 8: shows the reason of a failed load in the toast. */
export function useErrorNotice({ error, errorUpdatedAt }: FailingQuery): void {
  useEffect(() => {
    if (error) showToast(toErrorWords(error), 'error');
  }, [error, errorUpdatedAt]);
}
