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
