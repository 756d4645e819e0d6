import type { CompanySkill } from '#features/skills/contract/company-skills.ts';
import { listDifferences } from '#web/records/list-differences.ts';

/** The values of the form of the configuration; an empty text stands for none. */
export interface ConfigurationValues extends Record<string, unknown> {
  integrationId: string;
  isTransportInstalled: boolean;
  approvalWorkflow: boolean;
  reviewerEmail: string;
  notifyUser: boolean;
  notifyApprover: boolean;
}

export function toConfigurationValues(skill: CompanySkill): ConfigurationValues {
  const { integrationId, isTransportInstalled, approvalWorkflow, reviewerEmail, notifyUser, notifyApprover } = skill;
  return {
    integrationId: integrationId ?? '',
    isTransportInstalled,
    approvalWorkflow,
    reviewerEmail: reviewerEmail ?? '',
    notifyUser,
    notifyApprover,
  };
}

const labels = {
  integrationId: 'Backend system',
  isTransportInstalled: 'Transport request is installed',
  approvalWorkflow: 'Approval workflow',
  reviewerEmail: 'Reviewer e-mail',
  notifyUser: 'Notify user',
  notifyApprover: 'Notify approver',
};

const toOnOff = (isOn: boolean) => (isOn ? 'On' : 'Off');

/** The fields in which the newer configuration differs from the unsaved values. */
export const listConfigurationDifferences = (
  theirs: CompanySkill,
  mine: ConfigurationValues,
  nameIntegration: (id: string) => string,
) => {
  const toShown = (values: ConfigurationValues) => ({
    integrationId: values.integrationId === '' ? 'None' : nameIntegration(values.integrationId),
    isTransportInstalled: toOnOff(values.isTransportInstalled),
    approvalWorkflow: toOnOff(values.approvalWorkflow),
    reviewerEmail: values.reviewerEmail,
    notifyUser: toOnOff(values.notifyUser),
    notifyApprover: toOnOff(values.notifyApprover),
  });
  return listDifferences({ labels, theirs: toShown(toConfigurationValues(theirs)), mine: toShown(mine) });
};
