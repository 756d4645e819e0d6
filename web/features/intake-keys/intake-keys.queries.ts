import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { IntakeKey, ReportedSkill } from '#contract/intake/intake-keys.ts';
import { queries } from '../../api/queries.ts';
import { listQueryOptions } from '../../api/record-queries.ts';

export const intakeKeysQuery = queries.intakeKeys.list.queryOptions(listQueryOptions);

export const reportedSkillsQuery = queries.intakeKeys.listReportedSkills.queryOptions(listQueryOptions);

/** The skills of the store; those with `isMapped` can be the target of a mapping. */
export const skillOptionsQuery = queries.skills.list.queryOptions(listQueryOptions);

/** Loads the list again after success and failure, because another user may have changed a key meanwhile. */
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

/** Shows the key as revoked at once, in its place until the list is loaded again. */
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

/** The row keeps its place, so that several names can be mapped one after the other. */
export function useMapReportedSkill() {
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
