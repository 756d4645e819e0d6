import { useMutation } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { listQueryOptions, useCachedList } from '../../api/record-queries.ts';

export const reportedSkillsQuery = queries.reportedNames.listSkills.queryOptions(listQueryOptions);

/** The skills of the store; those with `isMapped` can be the target of a mapping. */
export const skillOptionsQuery = queries.skills.list.queryOptions(listQueryOptions);

export const reportedUsersQuery = queries.reportedNames.listUsers.queryOptions(listQueryOptions);

/** The users of the company that a reported one can be mapped to. */
export const userOptionsQuery = queries.users.list.queryOptions({
  ...listQueryOptions,
  input: { query: { limit: 1000 } },
});

/** The row keeps its place, so that several names can be mapped one after the other. */
export function useMapReportedSkill() {
  const { change } = useCachedList(reportedSkillsQuery);
  const { reload } = useCachedList(skillOptionsQuery);
  return useMutation(
    queries.reportedNames.mapSkill.mutationOptions({
      onSuccess: (mapped) => {
        change((skills) => skills.map((skill) => (skill.id === mapped.id ? mapped : skill)));
        reload();
      },
    }),
  );
}

/** The row keeps its place, like that of a skill. */
export function useMapReportedUser() {
  const { change } = useCachedList(reportedUsersQuery);
  return useMutation(
    queries.reportedNames.mapUser.mutationOptions({
      onSuccess: (mapped) => change((users) => users.map((user) => (user.id === mapped.id ? mapped : user))),
    }),
  );
}

export const attributesQuery = queries.reportedNames.listAttributes.queryOptions(listQueryOptions);

export function useCreateAttribute() {
  const { reload } = useCachedList(attributesQuery);
  return useMutation(queries.reportedNames.createAttribute.mutationOptions({ onSettled: reload }));
}

export function useDeleteAttribute() {
  const { reload } = useCachedList(attributesQuery);
  return useMutation(queries.reportedNames.deleteAttribute.mutationOptions({ onSettled: reload }));
}

/** The value keeps its place, so that several can be mapped one after the other. */
export function useMapValue() {
  const { change } = useCachedList(attributesQuery);
  const { reload } = useCachedList(reportedSkillsQuery);
  return useMutation(
    queries.reportedNames.mapValue.mutationOptions({
      onSuccess: (mapped) => {
        change((attributes) =>
          attributes.map((attribute) => ({
            ...attribute,
            values: attribute.values.map((value) => (value.id === mapped.id ? mapped : value)),
          })),
        );
        reload();
      },
    }),
  );
}
