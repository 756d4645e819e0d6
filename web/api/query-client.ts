import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';

const maxRetries = 2;

/** An answer that refuses stays a refusal; only a server in trouble is asked again, and nobody waits offline. */
export function canRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiProblem) || error.is('network.offline')) return false;
  const isTrouble = error.status === 0 || error.status >= 500;
  return isTrouble && failures < maxRetries;
}

/** `networkMode: 'always'`: offline, a load fails with words at once instead of waiting in silence. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: canRetry, networkMode: 'always', staleTime: 15_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});
