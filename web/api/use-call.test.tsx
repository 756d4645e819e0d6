import { QueryClient, QueryClientProvider, useQuery, type DataTag, type QueryKey } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useCall } from './use-call.ts';

interface Row {
  readonly id: string;
  readonly name: string;
}

const listQuery = { queryKey: ['rows'] as unknown as DataTag<QueryKey, Row[], unknown> };
const otherQuery = { queryKey: ['others'] };

/** A list of two rows and another query, each with the number of its loads, and a call that answers or fails. */
function open(effects: Parameters<typeof useCall<string, Row>>[1], answer: Row | Error = { id: 'b', name: 'New' }) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const loads = { rows: 0, others: 0 };
  const rows = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ];
  const run = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
  const endpoint = { mutationOptions: (options: object) => ({ ...options, mutationFn: run }) } as never;
  const load = (name: keyof typeof loads) => () => {
    loads[name] += 1;
    return Promise.resolve(rows);
  };
  const { result } = renderHook(
    () => {
      const list = useQuery({ queryKey: ['rows'], queryFn: load('rows') });
      useQuery({ ...otherQuery, queryFn: load('others') });
      return { list: list.data, call: useCall<string, Row>(endpoint, effects) };
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      ),
    },
  );
  return {
    loads,
    result,
    ready: () => waitFor(() => expect(loads).toEqual({ rows: 1, others: 1 })),
    call: () => act(() => result.current.call.mutateAsync('input').catch(() => undefined)),
  };
}

test('the row of the answer is shown at once, in its place, without another load', async () => {
  const { ready, call, result, loads } = open({ rowOf: listQuery });
  await ready();
  await call();
  await waitFor(() => expect(result.current.list?.map(({ name }) => name)).toEqual(['A', 'New']));
  expect(loads.rows).toBe(1);
});

test('what a call changes is loaded again, also after a failure', async () => {
  for (const answer of [undefined, new Error('refused')]) {
    const { ready, call, loads } = open({ changes: [listQuery] }, answer);
    await ready();
    await call();
    await waitFor(() => expect(loads).toEqual({ rows: 2, others: 1 }));
  }
});

test('after a failure other queries can be loaded than after success', async () => {
  const { ready, call, loads } = open({ changes: [listQuery], afterFailure: () => [otherQuery] }, new Error('refused'));
  await ready();
  await call();
  await waitFor(() => expect(loads).toEqual({ rows: 1, others: 2 }));
});

test('a promise of an effect is waited for', async () => {
  let isDone = false;
  const { ready, call } = open({
    onSuccess: async (_answer, input) => {
      await Promise.resolve();
      isDone = input === 'input';
    },
  });
  await ready();
  await call();
  expect(isDone).toBe(true);
});
