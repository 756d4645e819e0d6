import { useMutation } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { listQueryOptions, useCachedList } from '../../api/record-queries.ts';

export const intakeKeysQuery = queries.intakeKeys.list.queryOptions(listQueryOptions);

export const reportedSkillsQuery = queries.intakeKeys.listReportedSkills.queryOptions(listQueryOptions);

/** The skills of the store; those with `isMapped` can be the target of a mapping. */
export const skillOptionsQuery = queries.skills.list.queryOptions(listQueryOptions);

export const reportedUsersQuery = queries.intakeKeys.listReportedUsers.queryOptions(listQueryOptions);

/** The users of the company that a reported one can be mapped to. */
export const userOptionsQuery = queries.users.list.queryOptions({
  ...listQueryOptions,
  input: { query: { limit: 1000 } },
});

/** Loads the list again after success and failure, because another user may have changed a key meanwhile. */
function useReloadKeys() {
  return { onSettled: useCachedList(intakeKeysQuery).reload };
}

export function useCreateKey() {
  return useMutation(queries.intakeKeys.create.mutationOptions({ ...useReloadKeys(), gcTime: 0 }));
}

export function useRenameKey() {
  return useMutation(queries.intakeKeys.rename.mutationOptions(useReloadKeys()));
}

export function useRotateKey() {
  return useMutation(queries.intakeKeys.rotate.mutationOptions({ ...useReloadKeys(), gcTime: 0 }));
}

/** Shows the key as revoked at once, in its place until the list is loaded again. */
export function useRevokeKey() {
  const { change, reload } = useCachedList(intakeKeysQuery);
  return useMutation(
    queries.intakeKeys.revoke.mutationOptions({
      onSuccess: (revoked) => change((keys) => keys.map((key) => (key.id === revoked.id ? revoked : key))),
      onSettled: reload,
    }),
  );
}

/** The row keeps its place, so that several names can be mapped one after the other. */
export function useMapReportedSkill() {
  const { change } = useCachedList(reportedSkillsQuery);
  const { reload } = useCachedList(skillOptionsQuery);
  return useMutation(
    queries.intakeKeys.mapReportedSkill.mutationOptions({
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
    queries.intakeKeys.mapReportedUser.mutationOptions({
      onSuccess: (mapped) => change((users) => users.map((user) => (user.id === mapped.id ? mapped : user))),
    }),
  );
}
