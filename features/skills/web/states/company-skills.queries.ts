import { useQueryClient } from '@tanstack/react-query';
import type { CompanySkill } from '#features/skills/contract/company-skills.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { queries } from '#web/api/queries.ts';
import { isUnknownRecord, useCachedList } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';
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

export const useUpdateCompanySkill = () => useCall(queries.companySkills.update, { onSuccess: useCacheCompanySkill() });

/** Loads the skill again after a failure, because it is in another state than the page shows. */
export const useChangeSkillState = () =>
  useCall(queries.companySkills.changeState, {
    onSuccess: useCacheCompanySkill(),
    afterFailure: ({ params: { _id } }) => [storeQuery, getSkillQuery(_id), getCompanySkillQuery(_id)],
  });

/** Activates or deactivates several skills; their new states are shown at once, and loaded again. */
export function useChangeSkillStates() {
  const { change } = useCachedList(storeQuery);
  return useCall(queries.companySkills.changeStates, {
    changes: [storeQuery, queries.skills.get, queries.companySkills.get],
    onSuccess: ({ results }, { body }) => {
      const state = body.command === 'activate' ? 'active' : 'inactive';
      const done = new Set(results.flatMap(({ _id, result }) => (result === 'done' ? [_id] : [])));
      change((skills) => skills.map((skill) => (done.has(skill._id) ? { ...skill, state } : skill)));
    },
  });
}

/** E-mails the reviewer a new link. A failure loads the skill again, because its request may be decided. */
export const useResendRequest = () =>
  useCall(queries.companySkills.resendRequest, {
    onSuccess: useCacheCompanySkill(),
    afterFailure: ({ params: { _id } }) => [getCompanySkillQuery(_id)],
  });

export const useDownloadTransport = () => useCall(queries.companySkills.getTransport);

export function useUploadTransport(id: string) {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: getCompanySkillQuery(id).queryKey });
  return {
    upload: useCall(queries.companySkills.updateTransport, { onSuccess }),
    remove: useCall(queries.companySkills.deleteTransport, { onSuccess }),
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

/** After a failure it is loaded again, because it may have been decided in another tab. */
export function useDecideApproval(token: string) {
  const approvalQuery = getApprovalQuery(token);
  return useCall(queries.skillApprovals.decide, { answers: approvalQuery, afterFailure: [approvalQuery] });
}
