import { queries } from '#web/api/queries.ts';
import { listQueryOptions, useCachedList } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';

export const reportedSkillsQuery = queries.reportedNames.listSkills.queryOptions(listQueryOptions);

/** The skills of the store; those with `isMapped` can be the target of a mapping. */
export const skillOptionsQuery = queries.skills.list.queryOptions(listQueryOptions);

export const reportedUsersQuery = queries.reportedNames.listUsers.queryOptions(listQueryOptions);

/** The users of the company that a reported one can be mapped to. */
export const userOptionsQuery = queries.users.list.queryOptions({
  ...listQueryOptions,
  input: { query: { limit: 1000 } },
});

export const useMapReportedSkill = () =>
  useCall(queries.reportedNames.mapSkill, {
    rowOf: reportedSkillsQuery,
    changes: [skillOptionsQuery],
    afterFailure: [],
  });

export const useMapReportedUser = () => useCall(queries.reportedNames.mapUser, { rowOf: reportedUsersQuery });

export const attributesQuery = queries.reportedNames.listAttributes.queryOptions(listQueryOptions);

const changes = [attributesQuery];

export const useCreateAttribute = () => useCall(queries.reportedNames.createAttribute, { changes });
export const useDeleteAttribute = () => useCall(queries.reportedNames.deleteAttribute, { changes });

/** The value keeps its place, so that several can be mapped one after the other. */
export function useMapValue() {
  const { change } = useCachedList(attributesQuery);
  return useCall(queries.reportedNames.mapValue, {
    changes: [reportedSkillsQuery],
    afterFailure: [],
    onSuccess: (mapped) =>
      change((attributes) =>
        attributes.map((attribute) => ({
          ...attribute,
          values: attribute.values.map((value) => (value.id === mapped.id ? mapped : value)),
        })),
      ),
  });
}
