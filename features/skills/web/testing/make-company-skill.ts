import type { CompanySkill } from '#features/skills/contract/company-skills.ts';

/** An active skill in its company, in whose configuration nothing was chosen. */
export function makeCompanySkill(different: Partial<CompanySkill> = {}): CompanySkill {
  return {
    _id: '00000000-0000-4000-8000-00000000fffe',
    state: 'active',
    requiresApproval: false,
    isApprovalFixed: false,
    approvalWorkflow: false,
    reviewerEmail: null,
    notifyUser: false,
    notifyApprover: false,
    integrationId: null,
    isTransportInstalled: false,
    transport: null,
    canEditTransport: true,
    request: null,
    history: [],
    version: 1,
    ...different,
  };
}
