import { useEffect } from 'react';
import { toErrorWords } from '../../../api/error-words.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';

interface FailingQuery {
  error: unknown;
  /** A second failure in the same words is told again. */
  errorUpdatedAt: number;
}

/** Section 8: what can not be fetched is told in the global notice, beside the panel that keeps it. */
export function useErrorNotice({ error, errorUpdatedAt }: FailingQuery): void {
  useEffect(() => {
    if (error) showToast(toErrorWords(error), 'error');
  }, [error, errorUpdatedAt]);
}
