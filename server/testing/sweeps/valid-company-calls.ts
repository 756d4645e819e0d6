import { defaultRights } from '#contract/role-rights.ts';
import { companyForm, notificationForm, smallPng } from './valid-bodies.ts';
import type { ValidCalls } from './valid-call.ts';

/** Those of the company's details and settings. */
export const companyCalls: ValidCalls['company'] = {
  get: () => ({ input: {} }),
  update: (_, { user, companyId }) => ({
    input: { body: companyForm(companyId === user.companyId ? user.email : null) },
  }),
  updateLogo: () => ({ input: { body: new Blob([smallPng]) } }),
  deleteLogo: () => ({ input: {} }),
};

export const rightsCalls: ValidCalls['rights'] = {
  get: () => ({ input: {} }),
  update: () => ({ input: { body: { levels: defaultRights } } }),
};

export const notificationCalls: ValidCalls['notifications'] = {
  get: () => ({ input: {} }),
  update: () => ({ input: { body: notificationForm() } }),
};
