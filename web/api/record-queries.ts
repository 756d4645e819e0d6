import { useQueryClient, type DataTag, type QueryKey } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';

/** For the query of a list: what is already on screen survives a failed reload. */
export const listQueryOptions = {
  throwOnError: (_error: unknown, query: { state: { data: unknown } }) => query.state.data === undefined,
};

/**
 * For the query of a record that a form edits: loaded anew for each form and never while it is open, because the form
 * stands on the version it was opened with.
 */
export const editedRecordOptions = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  throwOnError: (error: unknown) => !isUnknownRecord(error),
};

/** No such record, or an id that could never be one: both are a page that does not exist. */
export function isUnknownRecord(error: unknown): boolean {
  return error instanceof ApiProblem && (error.is('record.not-found') || error.is('request.invalid'));
}

/** A list in the cache: changed on screen at once, and loaded again. */
export function useCachedList<Row>({ queryKey }: { readonly queryKey: DataTag<QueryKey, Row[], unknown> }) {
  const queryClient = useQueryClient();
  return {
    change: (toChanged: (rows: Row[]) => Row[]) =>
      queryClient.setQueryData<Row[]>(queryKey, (rows) => rows && toChanged(rows)),
    reload: () => void queryClient.invalidateQueries({ queryKey }),
  };
}
