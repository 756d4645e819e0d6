import type { ProcedureUtils } from '@orpc/tanstack-query';
import { useMutation, useQueryClient, type DataTag, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** A query, or all queries of an endpoint or of a part of the API. */
type Cached = { readonly queryKey: QueryKey } | { readonly key: () => QueryKey };
type QueryOf<Data> = { readonly queryKey: DataTag<QueryKey, Data, unknown> };
type Endpoint<Input, Answer> = Pick<ProcedureUtils<object, Input, Answer, Error>, 'mutationOptions'>;

/** The effects of a call on what is cached. */
interface Effects<Input, Answer> {
  /** The query whose data the answer is. */
  readonly answers?: QueryOf<Answer> | ((answer: Answer, input: Input) => QueryOf<Answer>);
  /** The list whose row with its id the answer is; the row keeps its place. */
  readonly rowOf?: QueryOf<Answer[]>;
  /** Loaded again after success. */
  readonly changes?: readonly Cached[];
  /** Loaded again after a failure, because another person may have changed it meanwhile; by default what the call changes. */
  readonly afterFailure?: readonly Cached[] | ((input: Input) => readonly Cached[]);
  /** For another effect on the cache; a promise is waited for. */
  readonly onSuccess?: (answer: Answer, input: Input) => unknown;
}

/**
 * The one way to call an endpoint that changes something, or whose answer is not kept, e.g. a file. What is cached follows after
 * success and after failure.
 */
export function useCall<Input, Answer>(endpoint: Endpoint<Input, Answer>, effects: Effects<Input, Answer> = {}) {
  const { changes = [], afterFailure = changes, onSuccess } = effects;
  const queryClient = useQueryClient();
  const reload = (cached: readonly Cached[]) => {
    for (const each of cached) {
      void queryClient.invalidateQueries({ queryKey: 'key' in each ? each.key() : each.queryKey });
    }
  };
  return useMutation(
    endpoint.mutationOptions({
      gcTime: 0,
      onSuccess: (answer, input) => {
        keep(queryClient, effects, { answer, input });
        reload(changes);
        return onSuccess?.(answer, input);
      },
      onError: (_error, input) => reload(typeof afterFailure === 'function' ? afterFailure(input) : afterFailure),
    }),
  );
}

interface Identified {
  readonly id: string;
}

function keep<Input, Answer>(
  queryClient: QueryClient,
  { answers, rowOf }: Effects<Input, Answer>,
  { answer, input }: { readonly answer: Answer; readonly input: Input },
) {
  if (answers) {
    const { queryKey }: { queryKey: QueryKey } = typeof answers === 'function' ? answers(answer, input) : answers;
    queryClient.setQueryData(queryKey, answer);
  }
  if (rowOf) {
    const changed = answer as Identified;
    const { queryKey }: { queryKey: QueryKey } = rowOf;
    queryClient.setQueryData<Identified[]>(queryKey, (rows) =>
      rows?.map((row) => (row.id === changed.id ? changed : row)),
    );
  }
}
