import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { ComparedQuery } from '#features/dashboard/contract/analytics.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { queries } from '#web/api/queries.ts';
import { editedRecordOptions, isUnknownRecord, listQueryOptions, useCachedList } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** Every skill of the store, by name, at most some thousands. */
export const storeQuery = queries.skills.listStore.queryOptions(listQueryOptions);

/** The month so far of every skill; a list stands without them where they cannot be loaded. */
export const storeFiguresQuery = queries.skills.getStoreFigures.queryOptions({ throwOnError: false });

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

/** Standard prices of a skill by day; for the provider. */
export function getStandardPricesQuery(id: string) {
  return queries.standardPrices.list.queryOptions({ input: { params: { _id: id } } });
}

/** Agreed prices of the company for every skill of its store; for the provider. */
export const companyPricesQuery = queries.agreedPrices.listAll.queryOptions(listQueryOptions);

/** The store and the skills of the log filters. */
const lists = [queries.skills.listStore, queries.skills.list];

export const useAgreePrice = (id: string) =>
  useCall(queries.agreedPrices.create, {
    answers: getPricesQuery(id),
    changes: [getSkillQuery(id), companyPricesQuery, ...lists],
    afterFailure: [],
  });

export const useSetStandardPrice = (id: string) =>
  useCall(queries.standardPrices.create, {
    answers: getStandardPricesQuery(id),
    changes: [getSkillQuery(id), getPricesQuery(id), companyPricesQuery, ...lists],
    afterFailure: [],
  });

/** The bytes of an uploaded screenshot, cached for ever, because the bytes of a key never change. */
export function getScreenshotQuery(key: string, size: 'thumbnail' | 'full') {
  const query = size === 'thumbnail' ? { size } : {};
  return queries.files.get.queryOptions({ input: { params: { key }, query }, staleTime: Number.POSITIVE_INFINITY });
}

const shown = { answers: ({ _id }: Skill) => getSkillQuery(_id), changes: lists, afterFailure: [] };
/** A save can set the price from today on. */
const saved = { ...shown, changes: [...lists, queries.standardPrices.list] };

export const useUpdateSkill = () => useCall(queries.skills.update, saved);
export const useCreateSkill = () => useCall(queries.skills.create, shown);
export const useCreateScreenshot = () => useCall(queries.skills.createScreenshot);

/**
 * Removes the skill from the cached store at once. Its page drops the skill with `useForgetSkill` when it is left; after a failure
 * it loads the skill again, which another person may have changed or deleted.
 */
export function useDeleteSkill() {
  const { change } = useCachedList(storeQuery);
  return useCall(queries.skills.delete, {
    changes: lists,
    afterFailure: ({ params }) => [getSkillQuery(params._id)],
    onSuccess: (_answer, { params }) => change((skills) => skills.filter(({ _id }) => _id !== params._id)),
  });
}

export function useForgetSkill() {
  const queryClient = useQueryClient();
  return (id: string) => queryClient.removeQueries({ queryKey: getSkillQuery(id).queryKey });
}
