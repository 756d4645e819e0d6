import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';

const maxRetries = 2;

/** Retries only after errors of the server; a 4xx answer is final, and offline there is no wait. */
export function canRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiProblem) || error.is('network.offline')) return false;
  const isTrouble = error.status === 0 || error.status >= 500;
  return isTrouble && failures < maxRetries;
}

/**
 * `networkMode: 'always'`: offline, a load fails with words at once instead of waiting in silence. Back online, what is
 * shown is loaded again, which that mode would leave out.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: canRetry, networkMode: 'always', refetchOnReconnect: true, staleTime: 15_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});
