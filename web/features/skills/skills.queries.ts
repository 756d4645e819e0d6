import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RangeQuery } from '#contract/analytics/analytics.ts';
import type { Skill } from '#contract/skills/skills.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { queries } from '../../api/queries.ts';

/** Every skill of the store, by name, at most some thousands. What is already on screen survives a failed reload. */
export const storeQuery = queries.skills.listStore.queryOptions({
  throwOnError: (_error, query) => query.state.data === undefined,
});

const throwUnlessUnknown = (error: unknown, query: { state: { data: unknown } }) =>
  query.state.data === undefined && !isUnknownSkill(error);

export function getSkillQuery(id: string) {
  return queries.skills.get.queryOptions({ input: { params: { _id: id } }, throwOnError: throwUnlessUnknown });
}

/** The same for the form: always read anew and never behind the person's back, because the form stands on its version. */
export function getEditedSkillQuery(id: string) {
  const input = { params: { _id: id } };
  return queries.skills.get.queryOptions({
    input,
    queryKey: [...queries.skills.get.queryKey({ input }), 'form'] as never,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: throwUnlessUnknown,
  });
}

/** No such skill, or an address that could never be one: both are a page that does not exist. */
export function isUnknownSkill(error: unknown): boolean {
  return error instanceof ApiProblem && (error.is('record.not-found') || error.is('request.invalid'));
}

/** A skill's own numbers in a range. Those of the former range stay until the new ones are there. */
export function getFiguresQuery(id: string, query: RangeQuery) {
  return queries.analytics.getSkillStats.queryOptions({
    input: { params: { _id: id }, query },
    placeholderData: keepPreviousData,
  });
}

/** The bytes of an uploaded screenshot; a key never holds other bytes later. */
export function getScreenshotQuery(key: string, size: 'thumbnail' | 'full') {
  const query = size === 'thumbnail' ? { size } : {};
  return queries.files.get.queryOptions({ input: { params: { key }, query }, staleTime: Number.POSITIVE_INFINITY });
}

/** Reads the store again, and the names of skills as filters list them. */
function useReloadStore() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: queries.skills.listStore.key() });
    void queryClient.invalidateQueries({ queryKey: queries.skills.list.key() });
  };
}

function useKeepSkill() {
  const queryClient = useQueryClient();
  const reload = useReloadStore();
  return (skill: Skill) => {
    queryClient.setQueryData(getSkillQuery(skill._id).queryKey, skill);
    reload();
  };
}

export function useCreateSkill() {
  return useMutation(queries.skills.create.mutationOptions({ onSuccess: useKeepSkill() }));
}

export function useSaveSkill() {
  return useMutation(queries.skills.update.mutationOptions({ onSuccess: useKeepSkill() }));
}

export function useUploadScreenshot() {
  return useMutation(queries.skills.createScreenshot.mutationOptions({ gcTime: 0 }));
}

/** The store on screen loses the skill at once. Its page is forgotten by `useForgetSkill`, once it is left. */
export function useDeleteSkill() {
  const queryClient = useQueryClient();
  const reload = useReloadStore();
  return useMutation(
    queries.skills.delete.mutationOptions({
      onSuccess: (_answer, { params }) => {
        queryClient.setQueryData(storeQuery.queryKey, (skills?: Skill[]) =>
          skills?.filter(({ _id }) => _id !== params._id),
        );
        reload();
      },
      // Refused, it may have been changed or deleted by somebody else.
      onError: (_error, { params }) =>
        void queryClient.invalidateQueries({ queryKey: getSkillQuery(params._id).queryKey }),
    }),
  );
}

export function useForgetSkill() {
  const queryClient = useQueryClient();
  return (id: string) => queryClient.removeQueries({ queryKey: getSkillQuery(id).queryKey });
}
