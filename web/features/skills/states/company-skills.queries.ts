import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CompanySkill } from '#contract/skills/company-skills.ts';
import type { Skill } from '#contract/skills/skills.ts';
import { queries } from '../../../api/queries.ts';
import { isUnknownRecord, useCachedList } from '../../../api/record-queries.ts';
import { getSkillQuery, storeQuery } from '../skills.queries.ts';

/** State, configuration and history of a skill, never fresh, because its reviewer changes it from elsewhere. */
export function getCompanySkillQuery(id: string) {
  return queries.companySkills.get.queryOptions({
    input: { params: { _id: id } },
    staleTime: 0,
    throwOnError: (error, query) => query.state.data === undefined && !isUnknownRecord(error),
  });
}

/** The company's integrations, of which one is the backend system. */
export const backendsQuery = queries.integrations.list.queryOptions();

/** Shows the skill in its new state wherever it is on screen. */
function useCacheCompanySkill() {
  const queryClient = useQueryClient();
  const { change } = useCachedList(storeQuery);
  return (saved: CompanySkill) => {
    const { _id, state, requiresApproval } = saved;
    const update = (skill: Skill): Skill => (skill._id === _id ? { ...skill, state, requiresApproval } : skill);
    change((skills) => skills.map(update));
    queryClient.setQueryData(getSkillQuery(_id).queryKey, (skill) => skill && update(skill));
    queryClient.setQueryData(getCompanySkillQuery(_id).queryKey, saved);
  };
}

export function useUpdateCompanySkill() {
  return useMutation(queries.companySkills.update.mutationOptions({ onSuccess: useCacheCompanySkill() }));
}

/** Loads the skill again after a failure, because it is in another state than the page shows. */
export function useChangeSkillState() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.companySkills.changeState.mutationOptions({
      onSuccess: useCacheCompanySkill(),
      onError: (_error, { params: { _id } }) => {
        void queryClient.invalidateQueries({ queryKey: storeQuery.queryKey });
        void queryClient.invalidateQueries({ queryKey: getSkillQuery(_id).queryKey });
        void queryClient.invalidateQueries({ queryKey: getCompanySkillQuery(_id).queryKey });
      },
    }),
  );
}

/** E-mails the reviewer a new link. A failure loads the skill again, because its request may be decided. */
export function useResendRequest() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.companySkills.resendRequest.mutationOptions({
      onSuccess: useCacheCompanySkill(),
      onError: (_error, { params: { _id } }) =>
        void queryClient.invalidateQueries({ queryKey: getCompanySkillQuery(_id).queryKey }),
    }),
  );
}

export function useDownloadTransport() {
  return useMutation(queries.companySkills.getTransport.mutationOptions({ gcTime: 0 }));
}

export function useUploadTransport(id: string) {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: getCompanySkillQuery(id).queryKey });
  return {
    upload: useMutation(queries.companySkills.updateTransport.mutationOptions({ gcTime: 0, onSuccess })),
    remove: useMutation(queries.companySkills.deleteTransport.mutationOptions({ onSuccess })),
  };
}

/** The request behind a mailed link. */
export function getApprovalQuery(token: string) {
  return queries.skillApprovals.find.queryOptions({
    input: { body: { token } },
    gcTime: 0,
    throwOnError: (error) => !isUnknownRecord(error),
  });
}

export function useDecideApproval(token: string) {
  const queryClient = useQueryClient();
  const { queryKey } = getApprovalQuery(token);
  return useMutation(
    queries.skillApprovals.decide.mutationOptions({
      onSuccess: (decided) => queryClient.setQueryData(queryKey, decided),
      // The request may have been decided in another tab.
      onError: () => void queryClient.invalidateQueries({ queryKey }),
    }),
  );
}
