import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComparedQuery } from '#contract/analytics/analytics.ts';
import type { Skill } from '#contract/skills/skills.ts';
import { queries } from '../../api/queries.ts';
import { editedRecordOptions, isUnknownRecord, listQueryOptions, useCachedList } from '../../api/record-queries.ts';

/** Every skill of the store, by name, at most some thousands. */
export const storeQuery = queries.skills.listStore.queryOptions(listQueryOptions);

export function getSkillQuery(id: string) {
  return queries.skills.get.queryOptions({
    input: { params: { _id: id } },
    throwOnError: (error, query) => query.state.data === undefined && !isUnknownRecord(error),
  });
}

/** The skill of a form, under a key of its own: its version must not change while the form is open. */
export function getEditedSkillQuery(id: string) {
  const input = { params: { _id: id } };
  return queries.skills.get.queryOptions({
    input,
    queryKey: [...queries.skills.get.queryKey({ input }), 'form'] as never,
    ...editedRecordOptions,
  });
}

/** The statistics of a skill in a range. Those of the previous range are shown until the new ones arrive. */
export function getFiguresQuery(id: string, query: ComparedQuery) {
  return queries.analytics.getSkillStats.queryOptions({
    input: { params: { _id: id }, query },
    placeholderData: keepPreviousData,
  });
}

/** Agreed prices of the company for a skill; for the provider. */
export function getPricesQuery(id: string) {
  return queries.agreedPrices.list.queryOptions({ input: { params: { _id: id } } });
}

/** Agreed prices of the company for every skill of its store; for the provider. */
export const companyPricesQuery = queries.agreedPrices.listAll.queryOptions(listQueryOptions);

export function useAgreePrice() {
  const queryClient = useQueryClient();
  const reload = useReloadStore();
  return useMutation(
    queries.agreedPrices.create.mutationOptions({
      onSuccess: (prices, { params: { _id: id } }) => {
        queryClient.setQueryData(getPricesQuery(id).queryKey, prices);
        void queryClient.invalidateQueries({ queryKey: getSkillQuery(id).queryKey });
        void queryClient.invalidateQueries({ queryKey: companyPricesQuery.queryKey });
        reload();
      },
    }),
  );
}

/** The bytes of an uploaded screenshot, cached for ever, because the bytes of a key never change. */
export function getScreenshotQuery(key: string, size: 'thumbnail' | 'full') {
  const query = size === 'thumbnail' ? { size } : {};
  return queries.files.get.queryOptions({ input: { params: { key }, query }, staleTime: Number.POSITIVE_INFINITY });
}

/** Refetches the store and the skills of the log filters. */
function useReloadStore() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: queries.skills.listStore.key() });
    void queryClient.invalidateQueries({ queryKey: queries.skills.list.key() });
  };
}

function useCacheSkill() {
  const queryClient = useQueryClient();
  const reload = useReloadStore();
  return (skill: Skill) => {
    queryClient.setQueryData(getSkillQuery(skill._id).queryKey, skill);
    reload();
  };
}

export function useCreateSkill() {
  return useMutation(queries.skills.create.mutationOptions({ onSuccess: useCacheSkill() }));
}

export function useUpdateSkill() {
  return useMutation(queries.skills.update.mutationOptions({ onSuccess: useCacheSkill() }));
}

export function useCreateScreenshot() {
  return useMutation(queries.skills.createScreenshot.mutationOptions({ gcTime: 0 }));
}

/** Removes the skill from the cached store at once. Its page drops the skill with `useForgetSkill` when it is left. */
export function useDeleteSkill() {
  const queryClient = useQueryClient();
  const { change } = useCachedList(storeQuery);
  const reload = useReloadStore();
  return useMutation(
    queries.skills.delete.mutationOptions({
      onSuccess: (_answer, { params }) => {
        change((skills) => skills.filter(({ _id }) => _id !== params._id));
        reload();
      },
      // The skill may have been changed or deleted by another user.
      onError: (_error, { params }) =>
        void queryClient.invalidateQueries({ queryKey: getSkillQuery(params._id).queryKey }),
    }),
  );
}

export function useForgetSkill() {
  const queryClient = useQueryClient();
  return (id: string) => queryClient.removeQueries({ queryKey: getSkillQuery(id).queryKey });
}
