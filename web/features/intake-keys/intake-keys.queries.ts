import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { IntakeKey, ReportedSkill } from '#contract/intake/intake-keys.ts';
import { queries } from '../../api/queries.ts';

/** The company's keys. What is already on screen survives a failed reload. */
export const intakeKeysQuery = queries.intakeKeys.list.queryOptions({
  throwOnError: (_error, query) => query.state.data === undefined,
});

/** Skills as assistants name them. */
export const reportedSkillsQuery = queries.intakeKeys.listReportedSkills.queryOptions({
  throwOnError: (_error, query) => query.state.data === undefined,
});

/** The skills that a reported name can be mapped to stand among these. */
export const skillOptionsQuery = queries.skills.list.queryOptions({
  throwOnError: (_error, query) => query.state.data === undefined,
});

/** Whatever became of it, the list on screen is read again: somebody else may have changed a key meanwhile. */
function useReloadKeys() {
  const queryClient = useQueryClient();
  return { onSettled: () => void queryClient.invalidateQueries({ queryKey: intakeKeysQuery.queryKey }) };
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

/** The row says so at once; it keeps its place until the list is read again. */
export function useRevokeKey() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.intakeKeys.revoke.mutationOptions({
      ...useReloadKeys(),
      onSuccess: (revoked) => {
        queryClient.setQueryData(intakeKeysQuery.queryKey, (keys?: IntakeKey[]) =>
          keys?.map((key) => (key.id === revoked.id ? revoked : key)),
        );
      },
    }),
  );
}

/** The row keeps its place, so that whoever maps one name after the other does not lose theirs. */
export function useMapSkill() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.intakeKeys.mapReportedSkill.mutationOptions({
      onSuccess: (mapped) => {
        queryClient.setQueryData(reportedSkillsQuery.queryKey, (skills?: ReportedSkill[]) =>
          skills?.map((skill) => (skill.id === mapped.id ? mapped : skill)),
        );
        void queryClient.invalidateQueries({ queryKey: skillOptionsQuery.queryKey });
      },
    }),
  );
}
