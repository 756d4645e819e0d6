import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '#features/company/contract/operations.ts';
import { queries } from '#web/api/queries.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { Stack } from '#web/ui/layout/layout.tsx';

const refreshMs = 15_000;

interface OperationsStateProps {
  /** Undefined while the state is loaded for the first time. */
  children: (operations: Operations | undefined, loadedAt: Date) => ReactNode;
}

/** The parts of a page that show the state of the installation, which is loaded again every 15 seconds. */
export function OperationsState({ children }: OperationsStateProps) {
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery(
    queries.operations.get.queryOptions({ refetchInterval: refreshMs }),
  );
  return (
    <>
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(data || !error) && <Stack gap={12}>{children(data, new Date(dataUpdatedAt))}</Stack>}
    </>
  );
}
